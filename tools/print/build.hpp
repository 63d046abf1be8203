// What the program knows of how it was built.
#pragma once

namespace gofuda::tools {

const char* program_version();
const char* source_folder();  // the tree that it was built from

}  // namespace gofuda::tools
