#include "tools/server/http/server.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tools/server/assets.hpp"
#include "tools/server/folder_watch.hpp"
#include "tools/server/gate.hpp"
#include "tools/server/partings.hpp"

namespace gofuda::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;
using tools::Who;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;

namespace {

constexpr auto kRequestTime = 5s;  // for the whole of a request, and until the first message
constexpr auto kAnswerTime = 30s;  // to take what was asked for, through a narrow tunnel, too
constexpr auto kPartingTime = 1s;  // for who is told why nothing more comes
constexpr auto kSilence = 60s;     // of who is there, and answers no ping
constexpr auto kRest = 5ms;        // no file is saved for so long: they fit each other
constexpr auto kMostRest = 50ms;   // but no longer than this
constexpr std::size_t kMostHello = 4 << 10;
constexpr std::size_t kMostMessage = 256 << 10;
constexpr std::size_t kMostOwnMessage = (1 << 20) + (256 << 10);  // a file of the project, as JSON
constexpr std::size_t kMostWaiting = 4 << 20;                     // what somebody does not take; then he is left
constexpr std::size_t kPause = 256 << 10;                         // of it; then no more is asked of him
constexpr int kSystemBuffer = 128 << 10;                          // each way, beside what waits here
constexpr std::size_t kMostDrained = 1 << 20;
constexpr std::size_t kKeptBuffer = 16 << 10;
constexpr auto kBeat = 1s;  // so often the table is asked whether it is there
constexpr const char* kWebSocketPath = "/ws";

constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src "
    "'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

std::string_view text(boost::string_view s) { return {s.data(), s.size()}; }

boost::string_view said(std::string_view s) { return {s.data(), s.size()}; }

nlohmann::json refusal(const nlohmann::json& id, const char* code, const std::string& why) {
  return {{"id", id}, {"ok", false}, {"error", {{"code", code}, {"text", why}}}};
}

class Connection;

}  // namespace

struct Hub {
  Hub(Host& h, const Settings& s) : host(h), settings(s), assets(s.assets), folders(s.watched, s.project) {}

  ~Hub() = default;
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  std::string listen();
  void expect_end();
  void accept();
  void make_room();
  void heard(const std::shared_ptr<Connection>& from);
  void choose();
  void answer_next();
  void answered(int number);
  void watch();
  void saved();
  void ask(const Who& who, std::string request);
  void listen_to_host();
  void take(News news);
  void beat();
  void watch_partings();
  std::string links() const;
  void forget(int number);
  std::string address() const { return "http://127.0.0.1:" + std::to_string(port) + "/"; }

  Host& host;
  const Settings settings;
  const Tokens tokens;
  const Assets assets;
  std::uint16_t port = 0;
  asio::io_context io{1};
  asio::signal_set signals{io, SIGINT, SIGTERM, SIGHUP};
  tcp::acceptor acceptor{io};
  asio::steady_timer again{io}, rest{io}, pulse{io};
  std::optional<Time> first_save;
  asio::posix::stream_descriptor watched{io}, told{io}, parted{io};
  FolderWatch folders;
  Partings partings;
  std::vector<std::shared_ptr<Connection>> asking;  // each with a message that waits for its answer
  bool choosing = false;                            // who is answered next
  int answering = 0;                                // this one, now
  bool lost = false;                                // the table was
  std::set<std::string> changed;
  std::map<int, std::shared_ptr<Connection>> connections;  // the oldest first
  int last = 0;
};

namespace {

// One who has connected: one plain request, or a WebSocket for as long as it lives.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Hub& hub, int number, tcp::socket socket)
      : hub_(hub), number_(number), stream_(std::move(socket)), deadline_(hub.io) {}

  void begin();
  void send(std::shared_ptr<const std::string> frame);
  void send(std::string text) { send(std::make_shared<const std::string>(std::move(text))); }
  void drop();  // at once
  void gone();  // the other side is
  bool settled() const { return role_.has_value(); }
  int number() const { return number_; }
  void answer();  // the message that was heard
  void answered();
  void take_reply(std::shared_ptr<const std::string> reply);
  double used(Time now) const;  // of the time of all, in seconds, and less of it the longer ago

 private:
  // --- a plain request
  void on_head(error_code ec);
  void on_body(error_code ec);
  void misread(error_code ec);
  void respond(unsigned status, const Asset* asset = nullptr);
  void drain(std::size_t so_far);
  Head head() const;

  // --- a WebSocket
  void upgrade();
  void read();
  void on_message(error_code ec);
  void greet(const std::string& message);
  void write();
  void part(websocket::close_code code, const char* why);

  void give_time(std::chrono::seconds time);
  beast::tcp_stream& plain() { return stream_.next_layer(); }

  Hub& hub_;
  const int number_;
  websocket::stream<beast::tcp_stream, false> stream_;
  asio::steady_timer deadline_;
  beast::flat_buffer heard_{2 * kMostHeader};
  std::optional<http::request_parser<http::string_body>> parser_;
  std::optional<http::response<http::string_body>> response_;
  std::optional<Role> role_;
  beast::flat_buffer message_;
  std::deque<std::shared_ptr<const std::string>> waiting_;  // to be sent; the first is on its way
  std::size_t waiting_bytes_ = 0;
  bool reading_ = false;    // until it was answered, too
  bool listening_ = false;  // until it was heard
  bool parting_ = false;
  bool gone_ = false;
  bool greeted_ = false;
  double used_ = 0;
  Time used_when_, asked_;
};

void Connection::give_time(std::chrono::seconds time) {
  deadline_.expires_after(time);
  deadline_.async_wait([weak = weak_from_this()](error_code ec) {
    if (const auto self = weak.lock(); self && !ec) self->drop();
  });
}

void Connection::drop() {
  parting_ = true;
  deadline_.cancel();
  error_code ec;
  if (!waiting_.empty())
    plain().socket().set_option(asio::socket_base::linger(true, 0), ec);  // nor does the system wait
  plain().socket().close(ec);
  hub_.forget(number_);
}

// What waits for its turn is of no use to anybody; what is read just now is the last that is answered.
void Connection::gone() {
  gone_ = true;
  if (!listening_) drop();
}

void Connection::begin() {
  give_time(kRequestTime);
  error_code ec;
  plain().socket().set_option(tcp::no_delay(true), ec);
  plain().socket().set_option(tcp::socket::send_buffer_size(kSystemBuffer), ec);
  parser_.emplace();
  parser_->header_limit(kMostHeader);
  parser_->body_limit(kMostBody);
  http::async_read_header(plain(), heard_, *parser_,
                          [self = shared_from_this()](error_code e, std::size_t) { self->on_head(e); });
}

Head Connection::head() const {
  const auto& request = parser_->get();
  Head out{text(request.method_string()), text(request.target()), {}, {}, {}};
  for (const auto& field : request)
    if (auto* to = field.name() == http::field::host           ? &out.hosts
                   : field.name() == http::field::origin       ? &out.origins
                   : field.name() == http::field::content_type ? &out.types
                                                               : nullptr)
      to->push_back(text(field.value()));
  return out;
}

void Connection::on_head(error_code ec) {
  if (ec) return misread(ec);
  const Head asked = head();
  if (const unsigned status = refused(asked, hub_.port)) return respond(status);
  if (websocket::is_upgrade(parser_->get())) {
    if (path_of(asked.target) != kWebSocketPath) return respond(404);
    return upgrade();
  }
  http::async_read(plain(), heard_, *parser_,
                   [self = shared_from_this()](error_code e, std::size_t) { self->on_body(e); });
}

void Connection::on_body(error_code ec) {
  if (ec) return misread(ec);
  const Head asked = head();
  if (const unsigned status = refused_body(asked, !parser_->get().body().empty())) return respond(status);
  const std::optional<Asset> asset = hub_.assets.find(path_of(asked.target));
  if (!asset) return respond(404);
  const bool known = !asset->etag.empty() && text(parser_->get()[http::field::if_none_match]) == asset->etag;
  respond(known ? 304 : 200, &*asset);
}

void Connection::misread(error_code ec) {
  if (ec == http::error::header_limit) return respond(431);
  if (ec == http::error::body_limit || ec == http::error::buffer_overflow) return respond(413);
  const bool grammar = ec.category() == make_error_code(http::error::bad_method).category();
  if (grammar && ec != http::error::end_of_stream && ec != http::error::partial_message) return respond(400);
  drop();
}

void Connection::respond(unsigned status, const Asset* asset) {
  response_.emplace(http::int_to_status(status), 11);
  auto& r = *response_;
  r.keep_alive(false);
  r.set("Content-Security-Policy", kPolicy);
  r.set("X-Content-Type-Options", "nosniff");
  r.set("Referrer-Policy", "no-referrer");
  r.set("Cross-Origin-Opener-Policy", "same-origin");
  r.set("Cross-Origin-Resource-Policy", "same-origin");
  r.set(http::field::content_type, "text/plain; charset=utf-8");
  r.set(http::field::cache_control, "no-store");
  if (status == 405) r.set(http::field::allow, "GET, HEAD");
  if (asset) {
    r.set(http::field::content_type, said(asset->type));
    if (!asset->etag.empty()) {
      r.set(http::field::etag, said(asset->etag));
      r.set(http::field::cache_control, "no-cache");  // to be kept, and asked for each time
    }
  }
  const std::string body = asset ? asset->bytes : std::string(http::obsolete_reason(r.result())) + "\n";
  if (status != 304) r.content_length(body.size());
  const bool silent = parser_->is_header_done() && parser_->get().method() == http::verb::head;
  if (status != 304 && !silent) r.body() = body;
  give_time(kAnswerTime);
  http::async_write(plain(), r, [self = shared_from_this()](error_code ec, std::size_t) {
    if (ec) return self->drop();
    error_code none;
    self->plain().socket().shutdown(tcp::socket::shutdown_send, none);
    self->give_time(kPartingTime);
    self->drain(0);
  });
}

// What still comes is thrown away for a while: closed at once, the answer might be lost with it.
void Connection::drain(std::size_t so_far) {
  heard_.clear();
  plain().async_read_some(heard_.prepare(kMostHeader),
                          [self = shared_from_this(), so_far](error_code ec, std::size_t n) {
                            if (ec || so_far + n > kMostDrained) return self->drop();
                            self->drain(so_far + n);
                          });
}

void Connection::upgrade() {
  stream_.set_option(websocket::stream_base::timeout{kRequestTime, websocket::stream_base::none(), false});
  stream_.set_option(
      websocket::stream_base::decorator([](websocket::response_type& r) { r.erase(http::field::server); }));
  stream_.read_message_max(kMostHello);
  stream_.auto_fragment(false);
  stream_.async_accept(parser_->get(), [self = shared_from_this()](error_code ec) {
    if (ec) return self->drop();
    self->parser_.reset();
    self->heard_ = beast::flat_buffer();
    self->hub_.partings.expect(self->plain().socket().native_handle(), self->number_);
    self->read();
  });
}

void Connection::read() {
  if (reading_ || parting_ || waiting_bytes_ > kPause) return;
  reading_ = listening_ = true;
  stream_.async_read(message_, [self = shared_from_this()](error_code ec, std::size_t) { self->on_message(ec); });
}

void Connection::on_message(error_code ec) {
  listening_ = false;
  if (ec) return drop();
  if (parting_) return;
  if (!stream_.got_text()) return part(websocket::close_code::unknown_data, "text only");
  hub_.heard(shared_from_this());
}

void Connection::answer() {
  asked_ = Clock::now();
  std::string message = beast::buffers_to_string(message_.data());
  message_.clear();
  reading_ = false;
  if (message_.capacity() > kKeptBuffer) message_.shrink_to_fit();
  if (parting_) return hub_.answered(number_);
  if (role_) return hub_.ask({number_, *role_}, std::move(message));
  greet(message);
}

void Connection::answered() {
  const Time now = Clock::now();
  used_ = used(now) + std::chrono::duration<double>(now - asked_).count();
  used_when_ = now;
  if (gone_) return drop();
  read();
}

double Connection::used(Time now) const {
  return used_ * std::exp2(-std::chrono::duration<double>(now - used_when_).count());
}

// Who began the game may hand out the links to it: they are told to nobody else, nor to the table itself.
void Connection::take_reply(std::shared_ptr<const std::string> reply) {
  const bool first = !std::exchange(greeted_, true);
  if (!first || *role_ != Role::owner || !reply->ends_with('}')) return send(std::move(reply));
  send(reply->substr(0, reply->size() - 1) + ",\"links\":" + hub_.links() + "}");
}

// The first message says who it is.
void Connection::greet(const std::string& message) {
  auto request = nlohmann::json::parse(message, nullptr, false);
  const auto field = [&request](const char* name) {
    return request.is_object() && request.contains(name) ? request[name] : nlohmann::json();
  };
  const nlohmann::json token = field("token");
  if (token.is_string() && field("do") == "hello") role_ = hub_.tokens.role_of(token.get_ref<const std::string&>());
  if (!role_) {
    parting_ = true;
    give_time(kPartingTime);
    hub_.answered(number_);
    send(refusal(field("id"), "not-allowed", "this link is of no game that is here; the program prints the right one")
             .dump());
    return;
  }
  deadline_.cancel();
  stream_.read_message_max(*role_ == Role::owner ? kMostOwnMessage : kMostMessage);
  stream_.set_option(websocket::stream_base::timeout{kRequestTime, kSilence, true});
  request.erase("token");
  const Who who{number_, *role_};
  hub_.host.give({Order::Kind::join, who});
  hub_.ask(who, request.dump());
}

void Connection::send(std::shared_ptr<const std::string> frame) {
  waiting_bytes_ += frame->size();
  if (waiting_bytes_ > kMostWaiting) return drop();
  waiting_.push_back(std::move(frame));
  if (waiting_.size() == 1) write();
}

void Connection::write() {
  stream_.text(true);
  stream_.async_write(asio::buffer(*waiting_.front()), [self = shared_from_this()](error_code ec, std::size_t) {
    if (ec) return self->drop();
    self->waiting_bytes_ -= self->waiting_.front()->size();
    self->waiting_.pop_front();
    if (!self->waiting_.empty()) return self->write();
    if (self->parting_) return self->part(websocket::close_code::policy_error, "no such link");
    self->read();
  });
}

void Connection::part(websocket::close_code code, const char* why) {
  parting_ = true;
  if (!waiting_.empty()) return drop();
  give_time(kPartingTime);
  stream_.async_close({code, why}, [self = shared_from_this()](error_code) { self->drop(); });
}

}  // namespace

std::string Hub::listen() {
  error_code ec;
  for (int tried = 0; tried < (settings.next ? 100 : 1); ++tried) {
    const tcp::endpoint at(asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(settings.port + tried));
    acceptor = tcp::acceptor(io);
    acceptor.open(at.protocol(), ec);
    if (!ec) acceptor.set_option(tcp::acceptor::reuse_address(true), ec);
    if (!ec) acceptor.set_option(tcp::acceptor::receive_buffer_size(kSystemBuffer), ec);  // it would grow
    if (!ec) acceptor.bind(at, ec);
    if (!ec) acceptor.listen(asio::socket_base::max_listen_connections, ec);
    if (!ec) {
      port = acceptor.local_endpoint(ec).port();
      accept();
      watch();
      watch_partings();
      expect_end();
      listen_to_host();
      if (host.may_be_lost()) beat();
      return "";
    }
    if (ec != asio::error::address_in_use) break;
  }
  return "cannot serve at 127.0.0.1:" + std::to_string(settings.port) + ": " + ec.message();
}

void Hub::accept() {
  acceptor.async_accept([this](error_code ec, tcp::socket socket) {
    if (ec == asio::error::operation_aborted) return;
    if (ec) {  // no more files may be open; somebody will leave
      again.expires_after(100ms);
      return again.async_wait([this](error_code e) {
        if (!e) accept();
      });
    }
    make_room();
    if (connections.size() < settings.connections) {
      const auto c = std::make_shared<Connection>(*this, ++last, std::move(socket));
      connections[last] = c;
      c->begin();
    }
    accept();
  });
}

// Who has not said who he is makes room for who comes, the oldest first: honest requests take milliseconds.
void Hub::make_room() {
  if (connections.size() < settings.connections) return;
  for (const auto& [number, c] : connections)
    if (!c->settled()) return std::shared_ptr(c)->drop();
}

void Hub::heard(const std::shared_ptr<Connection>& from) {
  asking.push_back(from);
  choose();
}

void Hub::choose() {
  if (answering == 0 && !asking.empty() && !std::exchange(choosing, true)) asio::post(io, [this] { answer_next(); });
}

// Who has had the least: however many ask without end, nobody else waits for more than the one that is being answered.
void Hub::answer_next() {
  choosing = false;
  const Time now = Clock::now();
  const auto least = std::min_element(asking.begin(), asking.end(),
                                      [now](const auto& a, const auto& b) { return a->used(now) < b->used(now); });
  const std::shared_ptr<Connection> next = std::move(*least);
  asking.erase(least);
  answering = next->number();
  next->answer();
}

void Hub::answered(int number) {
  if (const auto it = connections.find(number); it != connections.end()) std::shared_ptr(it->second)->answered();
  if (answering == number) answering = 0;
  choose();
}

void Hub::forget(int number) {
  const auto it = connections.find(number);
  if (it == connections.end()) return;
  const bool settled = it->second->settled();
  connections.erase(it);
  if (settled) host.give({Order::Kind::leave, {number, Role::onlooker}});
}

void Hub::watch() {
  if (folders.descriptor() < 0) {
    std::fputs("The system watches no more folders for this user: what is saved is not seen.\n", stderr);
    return;
  }
  if (!watched.is_open()) watched.assign(::dup(folders.descriptor()));
  watched.async_wait(asio::posix::stream_descriptor::wait_read, [this](error_code ec) {
    if (ec) return;
    const std::vector<std::string> files = folders.look();
    changed.insert(files.begin(), files.end());
    if (!files.empty()) saved();
    watch();
  });
}

void Hub::watch_partings() {
  if (partings.descriptor() < 0) return;
  if (!parted.is_open()) parted.assign(::dup(partings.descriptor()));
  parted.async_wait(asio::posix::stream_descriptor::wait_read, [this](error_code ec) {
    if (ec) return;
    for (const int number : partings.gone())
      if (const auto it = connections.find(number); it != connections.end()) std::shared_ptr(it->second)->gone();
    watch_partings();
  });
}

void Hub::saved() {
  const auto now = Clock::now();
  if (!first_save) first_save = now;
  if (now - *first_save > kMostRest) return;
  rest.expires_after(kRest);
  rest.async_wait([this](error_code ec) {
    if (ec) return;
    first_save.reset();
    const std::set<std::string> files = std::exchange(changed, {});
    host.files_changed({files.begin(), files.end()});
  });
}

std::string Hub::links() const {
  nlohmann::json out;
  for (Role r : kRoles) out[std::string(tools::role_name(r))] = address() + "#" + tokens.of(r);
  return out.dump();
}

void Hub::ask(const Who& who, std::string request) {
  Order order{Order::Kind::ask, who};
  order.text = std::move(request);
  host.give(std::move(order));
}

void Hub::listen_to_host() {
  if (!told.is_open()) told.assign(::dup(host.descriptor()));
  told.async_wait(asio::posix::stream_descriptor::wait_read, [this](error_code ec) {
    if (ec) return;
    for (News& n : host.news()) take(std::move(n));
    if (!lost) listen_to_host();
  });
}

void Hub::take(News news) {
  if (news.kind == News::Kind::lost) {
    std::fprintf(stderr, "error: the table's process %s\n", printable(*news.text).c_str());
    lost = true;
    return io.stop();
  }
  if (news.kind == News::Kind::handled) return answered(news.connection);
  const auto it = connections.find(news.connection);
  if (it == connections.end() || !it->second->settled()) return;
  const std::shared_ptr<Connection> to = it->second;
  if (news.kind == News::Kind::reply) to->take_reply(std::move(news.text));
  if (news.kind == News::Kind::frame) to->send(std::move(news.text));
}

void Hub::beat() {
  host.give({Order::Kind::ping});
  pulse.expires_after(kBeat);
  pulse.async_wait([this](error_code ec) {
    if (!ec) beat();
  });
}

void Hub::expect_end() {
  signals.async_wait([this](error_code ec, int) {
    if (!ec) io.stop();
  });
}

Server::Server(Host& host, const Settings& settings) : hub_(new Hub(host, settings)) {}
Server::~Server() = default;
std::string Server::listen() { return hub_->listen(); }
std::string Server::link(Role role) const { return hub_->address() + "#" + hub_->tokens.of(role); }

bool Server::run() {
  hub_->io.run();
  return !hub_->lost;
}

}  // namespace gofuda::server
