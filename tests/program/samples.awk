# awk -v out=PREFIX -f samples.awk PAGE: writes the fenced blocks that PAGE opens with "```output" to PREFIX<N>.<M>, where N
# counts the blocks "```sh" before it and M the samples.
/^```/  { inside = !inside; copying = inside && $0 == "```output"; if (inside && $0 == "```sh") n++
          if (copying) file = out n "." (++m); next }
copying { print > file }
