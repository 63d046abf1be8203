# cmake -DWEB=FOLDER -DOUT=FILE.cpp -P assets.cmake: a source file that holds the files of the page, each with its path and
# the sum of its bytes.
file(GLOB_RECURSE files RELATIVE ${WEB} ${WEB}/*.html ${WEB}/*.js ${WEB}/*.css ${WEB}/*.txt ${WEB}/*.svg ${WEB}/*.png
     ${WEB}/*.woff2)
list(SORT files)
set(names)
set(bytes)
set(rows)
set(n 0)
foreach(file IN LISTS files)
  file(SHA256 ${WEB}/${file} sum)
  string(SUBSTRING ${sum} 0 32 sum)
  set(name gofuda_page_${n})
  string(APPEND names "extern const char ${name}[], ${name}_end[];\n")
  string(APPEND bytes "${name}:\\n.incbin \\\"${WEB}/${file}\\\"\\n${name}_end:\\n\"\n    \"")
  string(APPEND rows "      {\"/${file}\", \"\\\"${sum}\\\"\", {${name}, static_cast<std::size_t>(${name}_end - ${name})}},\n")
  math(EXPR n "${n} + 1")
endforeach()
file(WRITE ${OUT} "// Written by tools/server/assets.cmake.
#include \"tools/server/assets.hpp\"

extern \"C\" {
${names}}

asm(\".pushsection .rodata\\n\"
    \"${bytes}.popsection\\n\");

namespace gofuda::server {

std::vector<Built> built_assets() {
  return {
${rows}  };
}

}  // namespace gofuda::server
")
