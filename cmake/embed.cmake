# embed_files(OUTPUT SYMBOL BASE FILES...): a C file that holds FILES as
#   const struct embedded_file SYMBOL[] = {{"path below BASE", "text"}, ..., {0, 0}};
# (src/program/embedded.h). Made at configure time and again whenever one changes.
function(embed_files output symbol base)
    set(text "#include \"program/embedded.h\"\n\n")
    set(table "")
    set(number 0)
    foreach(file IN LISTS ARGN)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        file(RELATIVE_PATH path ${base} ${file})
        file(READ ${file} hex HEX)
        string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
        string(REGEX REPLACE "0x([89a-f].)" "(char)0x\\1" bytes "${bytes}") # a char may be signed
        string(APPEND text "static const char file_${number}[] = {${bytes}0};\n")
        string(APPEND table "    {\"${path}\", file_${number}},\n")
        math(EXPR number "${number} + 1")
    endforeach()
    string(APPEND text "\nconst struct embedded_file ${symbol}[] = {\n${table}    {0, 0},\n};\n")
    file(CONFIGURE OUTPUT ${output} CONTENT "${text}" @ONLY)
endfunction()
