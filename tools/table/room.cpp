#include "tools/table/room.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tools/print/build.hpp"
#include "tools/print/pages.hpp"
#include "tools/table/room_inside.hpp"
#include "tools/table/scene_json.hpp"

namespace gofuda::tools {

// --- who may ask what

namespace {

constexpr std::string_view kRoleNames[] = {"owner", "arbiter", "black", "white", "onlooker"};
constexpr std::string_view kAll = "all", kAtSeats = "seats", kMasters = "owner, arbiter", kOwner = "owner";

bool master(Role r) { return r == Role::owner || r == Role::arbiter; }

bool may(std::string_view who, Role role) {
  if (who == kAll || role == Role::owner) return true;
  return who == kAtSeats ? role != Role::onlooker : who == kMasters && role == Role::arbiter;
}

using Names = const std::string_view[];
constexpr Names kSeq = {"seq"}, kAnswer = {"seq", "text"}, kAt = {"at"}, kPath = {"path"},
                kNew = {"variant", "set", "seed", "black", "white"}, kBranch = {"at", "branch"},
                kSeats = {"black", "white"}, kAs = {"as"}, kMs = {"ms"}, kPlayer = {"player"}, kSave = {"file", "etag"},
                kSetup = {"black",    "white", "to_move", "hands",   "decks",
                          "discards", "aside", "shown",   "effects", "set"},
                kLoad = {"text", "file"}, kDispute = {"title", "from", "play", "expect", "readings", "file", "etag"},
                kReadings = {"text", "options"}, kWrite = {"path", "text", "etag"}, kCheck = {"path", "text"},
                kWay = {"way"}, kJob = {"job"}, kComplete = {"path", "text", "line", "column"},
                kSimulate = {"games", "black", "white", "from"}, kVariant = {"variant"};

}  // namespace

std::span<const Room::Inside::Row> Room::Inside::rows() {
  static constexpr Row kRows[] = {
      {{"hello", kAll, {}}, &Inside::hello},
      {{"games", kAll, {}}, &Inside::games},
      {{"presets", kAll, kVariant}, &Inside::presets},
      {{"new", kMasters, kNew}, &Inside::new_game},
      {{"answer", kAtSeats, kAnswer}, &Inside::answer},
      {{"try", kAtSeats, kAnswer}, &Inside::try_answer},
      {{"places", kAtSeats, kSeq}, &Inside::places},
      {{"why", kAtSeats, kAnswer}, &Inside::why},
      {{"undo", kAtSeats, {}}, &Inside::undo},
      {{"goto", kAll, kAt}, &Inside::go_to},
      {{"branch", kMasters, kBranch}, &Inside::branch},
      {{"seat", kOwner, kSeats}, &Inside::seat},
      {{"view", kOwner, kAs}, &Inside::view},
      {{"pace", kOwner, kMs}, &Inside::pace},
      {{"hint", kAtSeats, kPlayer}, &Inside::hint},
      {{"setup", kMasters, kSetup}, &Inside::setup},
      {{"save", kAll, kSave}, &Inside::save},
      {{"load", kOwner, kLoad}, &Inside::load},
      {{"dispute", kMasters, kDispute}, &Inside::dispute},
      {{"readings", kMasters, kReadings}, &Inside::readings},
      {{"link", kAll, {}}, &Inside::link},
      {{"files", kOwner, {}}, &Inside::files},
      {{"read", kOwner, kPath}, &Inside::read},
      {{"write", kOwner, kWrite}, &Inside::write},
      {{"check", kOwner, kCheck}, &Inside::check},
      {{"complete", kOwner, kComplete}, &Inside::complete},
      {{"resolve", kOwner, kWay}, &Inside::resolve},
      {{"judge", kOwner, {}}, &Inside::judge},
      {{"simulate", kMasters, kSimulate}, &Inside::simulate},
      {{"stop", kMasters, kJob}, &Inside::stop},
      {{"gallery", kAll, kVariant}, &Inside::gallery},
  };
  return kRows;
}

std::string_view role_name(Role role) { return kRoleNames[static_cast<int>(role)]; }

std::vector<RequestRow> Room::requests() {
  std::vector<RequestRow> out;
  for (const Inside::Row& row : Inside::rows()) out.push_back(row.shown);
  return out;
}

// --- requests

nlohmann::json diagnostics_json(const std::vector<Diagnostic>& list) { return nlohmann::json::parse(to_json(list)); }

void need_variant(const Library& library, const std::string& name) {
  if (const std::string none = no_such_variant(library, name); !none.empty()) throw bad_request(none);
}

namespace {

nlohmann::json error_json(const Refusal& r) {
  nlohmann::json e{{"code", r.code}, {"text", r.text}};
  if (!r.points.empty()) e["points"] = points_json(r.points);
  if (!r.source.empty()) e["source"] = r.source;
  if (!r.diagnostics.empty()) e["diagnostics"] = diagnostics_json(r.diagnostics);
  if (!r.etag.empty()) e["etag"] = r.etag;
  return e;
}

constexpr int kDeepest = 16;
bool too_deep(const nlohmann::json& j, int left) {
  if (!j.is_structured()) return false;
  return left == 0 || std::any_of(j.begin(), j.end(), [&](const auto& item) { return too_deep(item, left - 1); });
}

std::string quoted_name(const nlohmann::json& j) { return in_quotes(j.get<std::string>().substr(0, 200)); }

}  // namespace

static void check_fields(const RequestRow& row, const nlohmann::json& request) {
  for (const auto& [key, value] : request.items()) {
    if (key == "do" || key == "id") continue;
    if (std::find(row.fields.begin(), row.fields.end(), key) != row.fields.end()) continue;
    std::vector<std::string> known(row.fields.begin(), row.fields.end());
    throw bad_request("'" + std::string(row.name) + "' has no field " + in_quotes(key.substr(0, 200)) +
                      did_you_mean(key.substr(0, 200), known));
  }
}

nlohmann::json Room::Inside::checked(const Row& row, const Who& who, const nlohmann::json& request) {
  if (!may(row.shown.who, who.role))
    throw Refusal{"not-allowed", "'" + std::string(row.shown.name) + "' is not for " +
                                     (who.role == Role::onlooker ? "an onlooker" : "this seat")};
  check_fields(row.shown, request);
  return (this->*row.handler)(who, Fields(request));
}

nlohmann::json Room::Inside::replied(const Who& who, const std::function<nlohmann::json()>& handler) {
  nlohmann::json reply{{"ok", true}};
  try {
    nlohmann::json fields = handler();
    if (fields.is_null()) return fields;
    reply.update(fields);
  } catch (const Refusal& r) {
    reply["ok"] = false;
    reply["error"] = error_json(r);
  } catch (const std::exception& e) {
    reply["ok"] = false;
    reply["error"] = {{"code", "failed"}, {"text", master(who.role) ? e.what() : "the program could not do it"}};
  }
  return reply;
}

nlohmann::json Room::Inside::handle(const Who& who, const nlohmann::json& request) {
  asked_id = "null";
  nlohmann::json reply = replied(who, [&] {
    if (too_deep(request, kDeepest)) throw bad_request("the request is nested too deeply");
    if (!request.is_object()) throw bad_request("a request is an object with 'do' and 'id'");
    if (auto id = request.find("id"); id != request.end() && id->is_number()) asked_id = id->dump();
    if (asked_id == "null") throw bad_request("'id' is a number");
    auto what = request.find("do");
    if (what == request.end() || !what->is_string()) throw bad_request("'do' is the name of a request");
    std::vector<std::string> names;
    for (const Row& row : rows()) {
      names.emplace_back(row.shown.name);
      if (row.shown.name == what->get_ref<const std::string&>()) return checked(row, who, request);
    }
    throw Refusal{"unknown-request", "there is no request " + quoted_name(*what) +
                                         did_you_mean(what->get<std::string>().substr(0, 200), names)};
  });
  if (!reply.is_null()) reply["id"] = nlohmann::json::parse(asked_id);
  return reply;
}

// --- events

void Room::Inside::join(const Who& who) { roles[who.connection] = who.role; }
void Room::Inside::leave(int connection) {
  for (Running& r : jobs)  // for whom else would it be looked for?
    if (r.connection == connection && r.kind == Work::Kind::hint) r.job->stop = true;
  drop_replies(connection, "");
  games_for.erase(connection);
  roles.erase(connection);
  std::erase_if(events, [&](const Event& e) { return e.connection == connection; });
}

void Room::Inside::tell(int connection, const nlohmann::json& event) {
  events.push_back({connection, std::make_shared<const std::string>(json_text(event))});
}

void Room::Inside::tell_masters(const nlohmann::json& event) {
  const auto frame = std::make_shared<const std::string>(json_text(event));
  for (const auto& [connection, role] : roles)
    if (master(role)) events.push_back({connection, frame});
}

// Whose side the owner takes who looks at the seat that is asked: of those that a person sits at, and nobody else.
std::optional<Seat> Room::Inside::seat_of_owner() const {
  auto own = [&](Seat s) {
    const Role role = s == Seat::black ? Role::black : Role::white;
    return session.human(s) && std::none_of(roles.begin(), roles.end(), [&](auto& r) { return r.second == role; });
  };
  if (own(Seat::black) != own(Seat::white)) return own(Seat::black) ? Seat::black : Seat::white;
  if (!own(Seat::black)) return std::nullopt;
  return game().state() == Status::asks ? game().question().seat : game().position().to_move;
}

Scene Room::Inside::scene_for(const Who& who) const {
  Scene s{session.variant(), game(), std::nullopt, {}, nullptr, false, &session.reasons()};
  for (Seat seat : {Seat::black, Seat::white}) s.players[static_cast<std::size_t>(index(seat))] = session.player(seat);
  if (who.role == Role::black || (who.role == Role::owner && owner_view == "black")) s.viewer = Seat::black;
  if (who.role == Role::white || (who.role == Role::owner && owner_view == "white")) s.viewer = Seat::white;
  if (who.role == Role::onlooker) s.outside = true;
  if (who.role == Role::owner && owner_view == "turn") {
    s.viewer = seat_of_owner();
    const bool programs_only = !session.human(Seat::black) && !session.human(Seat::white);
    s.outside = !s.viewer && !programs_only;
  }
  return s;
}

nlohmann::json Room::Inside::state_of(const Who& who, const Position* at) const {
  Scene scene = scene_for(who);
  scene.at = at;
  nlohmann::json j = page_json(scene, session.settings());
  j["event"] = "state";
  j["seq"] = seq;
  j["role"] = role_name(who.role);
  j["sees"] = scene.knows_all() ? "all" : scene.viewer ? std::string(seat_name(*scene.viewer)) : "onlooker";
  for (Seat s : {Seat::black, Seat::white}) j["players"][std::string(seat_name(s))] = session.player(s);
  for (const Running& r : jobs)
    if (r.kind == Work::Kind::turn && !r.job->stop && !at && game().state() == Status::asks) {
      j["thinking"] = seat_name(game().question().seat);
      if (master(who.role)) j["job"] = r.job->number;
    }
  j["line"] = line;
  j["at"] = scene.position().moves.size();
  j["of"] = game().position().moves.size();
  for (const Branch& b : branches)
    j["branches"].push_back({{"branch", b.number}, {"at", b.at}, {"of", b.game.position().moves.size()}});
  if (paused) j["paused"] = master(who.role) ? paused_text : "";
  if (game().state() == Status::fault) {
    const Seat failed = game().turn_start().to_move;
    const bool own = who.role == (failed == Seat::black ? Role::black : Role::white);
    j["fault"] = master(who.role) || own ? session.fault_text()
                                         : "a script has failed in the turn of " + std::string(seat_name(failed)) +
                                               "; who answered last can take the answer back";
  }
  j["live"] = {{"good", live.good}};
  if (!master(who.role)) return j;
  j["live"]["diagnostics"] = diagnostics_json(live.diagnostics);
  j["live"]["misfit"] = live.misfit.empty() ? nlohmann::json() : nlohmann::json(live.misfit);
  return j;
}

void Room::Inside::tell_state(int connection) {
  if (auto it = roles.find(connection); it != roles.end() && session.has_game())
    tell(connection, state_of({connection, it->second}));
}

void Room::Inside::tell_states() {
  ++seq;
  if (!session.has_game()) return;
  std::map<Role, std::shared_ptr<const std::string>> frames;
  for (const auto& [connection, role] : roles) {
    auto& frame = frames[role];
    if (!frame) frame = std::make_shared<const std::string>(json_text(state_of({connection, role})));
    events.push_back({connection, frame});
  }
}

// --- what everybody may ask

nlohmann::json Room::Inside::hello(const Who& who, const Fields&) {
  tell_state(who.connection);
  nlohmann::json j{
      {"role", role_name(who.role)}, {"version", program_version()}, {"game", session.has_game()}, {"seq", seq}};
  if (who.role == Role::owner) j["view"] = owner_view, j["pace"] = pace_ms;
  return j;
}

namespace {

// Those of the folders that were named come first.
nlohmann::json games_json(const Options& options) {
  nlohmann::json own = nlohmann::json::array(), shipped = nlohmann::json::array();
  Diagnostics ignored;
  auto library = open_library(options, ignored);
  for (const std::string& name : library ? library->names(FileKind::variant) : std::vector<std::string>{}) {
    auto variant = library->variant(name, {}, {}, ignored);
    if (!variant) continue;
    const bool is_shipped = library->path(FileKind::variant, name)->starts_with(library->folders().back() + "/");
    nlohmann::json v = variant_json(*variant, &*library);
    (is_shipped ? shipped : own)
        .push_back({{"id", variant->id},
                    {"title", variant->title},
                    {"text", variant->text},
                    {"goal", goal_text(*variant)},
                    {"own", !is_shipped},
                    {"board", v["board"]},
                    {"rules", v["rules"]},
                    {"options", v["options"]}});
  }
  own.insert(own.end(), shipped.begin(), shipped.end());
  nlohmann::json out{{"variants", std::move(own)}, {"players", nlohmann::json::array()}};
  for (const PlayerKind& k : player_kinds()) {
    nlohmann::json p{{"name", k.name}, {"help", k.text}, {"options", nlohmann::json::array()}};
    for (const PlayerOption& o : k.options)
      if (!o.file)
        p["options"].push_back(
            {{"name", o.name}, {"text", o.text}, {"least", o.least}, {"most", o.most}, {"fallback", o.fallback}});
    out["players"].push_back(std::move(p));
  }
  return out;
}

// Each with what it would say, or why the game cannot be played by it.
nlohmann::json presets_json(const Options& options, const std::string& variant) {
  Diagnostics out;
  auto library = open_library(options, out);
  if (!library) throw rules_refusal(out);
  need_variant(*library, variant);
  nlohmann::json list = nlohmann::json::array();
  for (const std::string& name : library->names(FileKind::preset)) {
    Diagnostics wrong;
    const auto preset = library->preset(name, {}, wrong);
    if (!preset) continue;
    library->variant(variant, {{"rules." + std::string(kPresetKey), name}}, {}, wrong);
    nlohmann::json p{{"id", name}, {"title", preset->title}, {"text", preset->text}, {"source", preset->source}};
    p["rules"] = nlohmann::json::object();
    for (const auto& [key, value] : preset->rules) p["rules"][key] = value.text;
    if (const Diagnostic* error = wrong.first_error()) p["refused"] = error->message;
    list.push_back(std::move(p));
  }
  return {{"variant", variant}, {"presets", std::move(list)}};
}

// By their place in the library, wherever it lies on the disk.
nlohmann::json in_library(nlohmann::json cards, const Options& options) {
  namespace fs = std::filesystem;
  const LibraryTexts* kept = options.texts.get();  // where there is one, nothing on the disk may be looked at
  std::error_code ec;
  std::map<std::string, std::string> paths;
  std::vector<std::string> folders = kept ? kept->folders : rule_folders(options);
  if (kept)
    for (const LibraryTexts::File& f : kept->files) paths[f.shown] = f.path;
  else
    for (std::string& folder : folders) folder = fs::weakly_canonical(folder, ec).string();
  for (nlohmann::json& card : cards) {
    const auto shown = card["file"].get<std::string>();
    const fs::path path = kept ? fs::path(paths[shown]) : fs::weakly_canonical(shown, ec);
    for (const std::string& folder : folders) {
      const fs::path place = path.lexically_relative(folder);
      if (place.empty() || *place.begin() == "..") continue;
      card["file"] = place.string();
      if (&folder == &folders.back()) card["shipped"] = true;  // the installed one is searched last
      break;
    }
  }
  return cards;
}

nlohmann::json gallery_json(const Options& options, const std::string& name) {
  Diagnostics out;
  auto library = open_library(options, out);
  if (library) need_variant(*library, name);
  auto variant = library ? library->variant(name, {}, {}, out) : nullptr;
  if (!variant) throw rules_refusal(out);
  return {{"variant", name}, {"cards", in_library(cards_json(*variant), options)}};
}

}  // namespace

// Found once for all who have asked meanwhile, and kept.
nlohmann::json Room::Inside::games(const Who& who, const Fields&) {
  if (!games_text.empty()) return nlohmann::json::parse(games_text);
  const bool sought = !games_for.empty();
  if (auto it = games_for.find(who.connection); it != games_for.end()) tell_stale(who.connection, it->second);
  games_for[who.connection] = asked_id;
  if (!sought) seek_games();
  return nullptr;
}

void Room::Inside::seek_games() {
  auto beside = [this, given = options.options, was = saves](Job&) -> Work::Finish {
    nlohmann::json found =
        replied({-1, Role::owner}, [&] { return games_json(given); });  // what goes wrong is said to each
    return [this, was, found]() mutable {
      const auto waited = std::exchange(games_for, {});
      for (const auto& [connection, id] : waited) {
        found["id"] = nlohmann::json::parse(id);
        tell(connection, found);
      }
      found.erase("id"), found.erase("ok");
      if (saves == was && !found.contains("error")) games_text = json_text(found);
    };
  };
  add_job(Work::Kind::reply, -1, beside);
}

nlohmann::json Room::Inside::presets(const Who& who, const Fields& f) {
  return later(who, "presets", [given = options.options, name = f.text("variant")] {
    return [found = presets_json(given, name)] { return found; };
  });
}

nlohmann::json Room::Inside::gallery(const Who& who, const Fields& f) {
  if (f.has("variant"))
    return later(who, "gallery", [given = options.options, name = f.text("variant")] {
      return [found = gallery_json(given, name)] { return found; };
    });
  need_game();
  return {{"variant", session.variant().id}, {"cards", in_library(cards_json(scene_for(who)), options.options)}};
}

// --- the door

Room::Room(RoomOptions options) : inside_(std::make_unique<Inside>(std::move(options))) {}
Room::~Room() = default;
void Room::join(const Who& who) { inside_->join(who); }
void Room::leave(int connection) { inside_->leave(connection); }
nlohmann::json Room::handle(const Who& who, const nlohmann::json& request) { return inside_->handle(who, request); }

std::string Room::handle_text(const Who& who, std::string_view request) {
  nlohmann::json j = nlohmann::json::parse(request, nullptr, false);
  const nlohmann::json reply = handle(who, j);
  return reply.is_null() ? "" : json_text(reply);
}

std::vector<Event> Room::take_events() { return std::exchange(inside_->events, {}); }

std::optional<Work> Room::take_work() { return inside_->take_work(); }

void Room::finish(const Work& work) {
  inside_->look_at_progress();
  if (work.finish_) work.finish_();
  inside_->end_job(work);
}

void Room::look_at_progress() { inside_->look_at_progress(); }
void Room::stop_all() { inside_->stop_jobs(false); }
void Room::files_changed(const std::vector<std::string>& files) { inside_->files_changed(files); }
void Room::texts_changed(std::shared_ptr<const LibraryTexts> texts) {
  inside_->options.options.texts = std::move(texts);
}

bool Room::begin(const std::string& variant, const Settings& settings, std::optional<std::uint64_t> seed,
                 const std::string& black, const std::string& white, Diagnostics& out) {
  return inside_->begin(variant, settings, seed ? *seed : random_seed(), {black, white}, out);
}

bool Room::open(const std::string& name, const std::string& text, const Settings& settings, Diagnostics& out,
                std::string& misfit) {
  if (!inside_->session.load_text(name, text, settings, out, misfit)) return false;
  inside_->new_course();
  return true;
}

std::string Room::saved() const { return inside_->session.has_game() ? inside_->session.saved() : ""; }

}  // namespace gofuda::tools
