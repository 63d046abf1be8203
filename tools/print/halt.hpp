// What a signal that asks the program to stop leads to.
#pragma once

namespace gofuda::tools {

void expect_halt();       // before such a signal is caught
void halt_in_a_second();  // in its handler: scripts and searches that still run then come to an end
void halt_soon();         // the same within a fifth of a second, where a person waits
void forget_halt();       // when none is caught any more

}  // namespace gofuda::tools
