// The parts of Boost.Beast and Boost.Asio that are no templates, compiled once.
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
