#include "tools/print/build.hpp"

namespace gofuda::tools {

const char* program_version() { return GOFUDA_VERSION; }
const char* source_folder() { return GOFUDA_SOURCE_RULES_DIR; }

}  // namespace gofuda::tools
