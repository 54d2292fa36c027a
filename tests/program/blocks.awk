# awk -v mark=MARK -v out=PREFIX -f blocks.awk PAGE: writes the fenced blocks that PAGE opens with "```MARK" to
# PREFIX1, PREFIX2, ...
/^```/  { inside = !inside; copying = inside && $0 == "```" mark; if (copying) file = out (++count); next }
copying { print > file }
