#include "scripting/misuse.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "scripting/api.hpp"
#include "scripting/diagnostic.hpp"
#include "scripting/guesses.hpp"
#include "scripting/lua_functions.hpp"
#include "scripting/script.hpp"
#include "scripting/values.hpp"

namespace gofuda {

using namespace lua;

namespace {

constexpr std::size_t kMostInstructions = 10'000;
constexpr const char* kTooLong = "this function is too long to be looked through for mistakes; make several of it";
constexpr std::size_t kMostText = 60;  // of a value as it is quoted

using KnownWords = std::array<const Value*, 256>;  // of the registers; nullptr: not known

bool is_test(std::uint32_t op) { return Op::kEq <= op && op <= Op::kTestSet; }

bool is_object(std::string_view type) {
  constexpr std::string_view kObjects[] = {"Seat", "Board", "Points", "Card", "Move", "Pile"};
  return std::find(std::begin(kObjects), std::end(kObjects), type) != std::end(kObjects);
}

// The type as a parameter has it; "" for what says nothing of what may be done with it.
std::string_view type_of(const Value* v) {
  constexpr std::string_view kTypes[] = {"Seat", "Board",  "Points", "Card",    "Move",
                                         "Pile", "number", "string", "boolean", "script"};
  if (!v) return "";
  if (v->is == Value::own_card) return "this";
  const auto* at = std::find(std::begin(kTypes), std::end(kTypes), v->type);
  return at == std::end(kTypes) ? std::string_view{} : *at;
}

const Value* keep_in(std::deque<Value>& values, Value v) {
  if (v.text.size() > kMostText) v.text.clear();
  return &values.emplace_back(std::move(v));
}

// A function within functions: its own code, and what the variables around it are.
struct Enclosing {
  const Proto& proto;
  const Enclosing* around;
  KnownWords parameters{};
};

class Follower {
 public:
  Follower(const std::vector<ScriptOption>* options, const Functions& functions)
      : options_(options), functions_(functions) {}
  std::vector<Misuse> found;
  std::set<const ApiWord*> words;      // that were met
  std::map<const void*, Calls> calls;  // of functions of the file, as seen in what was followed

  void follow(const Loaded& f) {
    now_ = &f;
    const std::vector<std::string_view> types = f.calls.known();
    follow(f.proto, nullptr, types);
  }

 private:
  void follow(const Proto& p, const Enclosing* around, std::span<const std::string_view> types) {
    Enclosing frame{p, around};
    for (std::size_t r = 0; r < std::min(types.size(), p.parameters); ++r)
      if (!types[r].empty()) frame.parameters[r] = parameter(p, r, types[r]);
    if (p.code.size() <= kMostInstructions) return std::make_unique<Walk>(*this, frame)->all();
    found.push_back({p.line_defined, "long-function", kTooLong, false, true});
  }
  const Value* parameter(const Proto& p, std::size_t r, std::string_view type) {
    const std::string name = r < p.locals.size() ? p.locals[r].name : "";
    std::optional<Value> v = type == "this" ? value_of_type("Card", name) : value_of_type(type, name);
    if (!v && type == "script") v = Value{"script", name};
    if (!v) return nullptr;
    if (type == "this") v->is = Value::own_card;
    return keep_in(values_, std::move(*v));
  }
  // What stands around the function that is followed.
  const Value* upvalue(std::size_t index) {
    const void* function = index < now_->upvalues.size() ? now_->upvalues[index] : nullptr;
    if (!function || !functions_.contains(function)) return nullptr;
    Value v{"helper", ""};
    v.function = function;
    return keep_in(values_, std::move(v));
  }

  // One function's code, from its first instruction to its last, and then the functions within it.
  class Walk {
   public:
    Walk(Follower& host, const Enclosing& frame)
        : host_(host), frame_(frame), p_(frame.proto), now_(frame.parameters) {}

    void all() {
      find_what_is_set();
      forget_shared(p_, 0);
      for (std::uint32_t r = 0; r < 256; ++r)
        if (shared_[r]) now_[r] = nullptr;
      for (pc_ = 0; pc_ < p_.code.size(); ++pc_) {
        arrive();
        if (alive_) step(p_.code[pc_]);
      }
      for (std::size_t i = 0; i < p_.children.size(); ++i) {
        Enclosing mine{p_, frame_.around, stable_parameters()};
        const std::vector<std::string_view> types = bodies_[i].known();
        host_.follow(p_.children[i], &mine, types);
      }
    }

   private:
    // --- what is where

    const Value* keep(Value v) { return keep_in(values_, std::move(v)); }
    void find_what_is_set() {
      for (std::size_t pc = 0; pc < p_.code.size(); ++pc) {
        const Registers r = set_by(p_.code[pc]);
        for (std::uint32_t i = r.first; i < std::min(r.first + r.count, 256u); ++i) sets_[i].push_back(pc);
        const std::optional<std::size_t> to = jump(pc);
        if (to && *to <= pc) back_[*to] = std::max(back_[*to], pc);
      }
      for (const Proto& child : p_.children)
        for (const Upvalue u : child.upvalues)
          if (u.in_stack) captured_[u.index] = true;
    }
    // Registers that a function within sets, at any time.
    void forget_shared(const Proto& p, int depth) {
      for (const Proto& child : p.children) {
        for (const Instruction i : child.code) {
          if (i.op() != Op::kSetUpval) continue;
          if (const std::optional<std::uint32_t> r = register_of(child, i.b(), depth)) shared_[*r] = true;
        }
        within_.push_back(&child);
        forget_shared(child, depth + 1);
        within_.pop_back();
      }
    }
    // Of this function, which is `depth` functions farther out than the one around `child`.
    std::optional<std::uint32_t> register_of(const Proto& child, std::size_t index, int depth) const {
      const Proto* p = &child;
      for (;; --depth) {
        if (index >= p->upvalues.size()) return std::nullopt;
        const Upvalue u = p->upvalues[index];
        if (u.in_stack) return depth == 0 ? std::optional<std::uint32_t>(u.index) : std::nullopt;
        if (depth == 0) return std::nullopt;
        index = u.index;
        p = within_[static_cast<std::size_t>(depth - 1)];
      }
    }
    KnownWords stable_parameters() const {
      KnownWords s = frame_.parameters;
      for (std::uint32_t r = 0; r < 256; ++r)
        if (shared_[r] || !sets_[r].empty()) s[r] = nullptr;
      return s;
    }

    std::optional<std::size_t> jump(std::size_t pc) const {
      const Instruction i = p_.code[pc];
      const auto at = static_cast<std::int64_t>(pc) + 1, bx = static_cast<std::int64_t>(i.bx());
      std::int64_t to = -1;
      if (i.op() == Op::kJmp) to = at + i.jump();
      if (i.op() == Op::kForPrep) to = at + bx + 1;
      if (i.op() == Op::kTForPrep) to = at + bx;
      if (i.op() == Op::kForLoop || i.op() == Op::kTForLoop) to = at - bx;
      if (is_test(i.op()) || i.op() == Op::kLoadFalseSkip) to = at + 1;
      if (to < 0 || to >= static_cast<std::int64_t>(p_.code.size())) return std::nullopt;
      return static_cast<std::size_t>(to);
    }

    void arrive() {
      if (const auto from = coming_.find(pc_); from != coming_.end()) {
        if (alive_)
          for (std::size_t r = 0; r < 256; ++r) merge(now_[r], from->second[r]);
        else
          now_ = from->second, alive_ = true;
        coming_.erase(from);
      }
      if (const auto last = back_.find(pc_); last != back_.end())
        for (std::size_t r = 0; r < 256; ++r) {
          if (!now_[r]) continue;
          const auto set = std::lower_bound(sets_[r].begin(), sets_[r].end(), pc_);
          if (set != sets_[r].end() && *set <= last->second) escape(now_[r]), now_[r] = nullptr;
        }
      if (const auto first = loops_.find(pc_); first != loops_.end()) set(first->second.first, first->second.second);
    }
    void leave_for(std::size_t to) {
      if (to <= pc_) return;
      const auto [at, fresh] = coming_.try_emplace(to, now_);
      if (!fresh)
        for (std::size_t r = 0; r < 256; ++r) merge(at->second[r], now_[r]);
    }
    void merge(const Value*& one, const Value* other) {
      if (one == other) return;
      escape(one), escape(other);
      one = nullptr;
    }
    void set(std::uint32_t r, const Value* v) {
      if (r >= 256) return;
      if (captured_[r]) escape(v);
      now_[r] = shared_[r] ? nullptr : v;
    }

    // --- functions of the script

    static bool is_function(const Value* v) { return v && (v->type == "body" || v->type == "helper"); }
    Calls& calls_of(const Value& v) { return v.type == "body" ? bodies_[v.body] : host_.calls[v.function]; }
    // It goes where nobody follows it, so it may be called with anything.
    void escape(const Value* v) {
      if (is_function(v)) calls_of(*v).elsewhere = true;
    }
    void escape_from(Instruction i) {
      const std::uint32_t op = i.op();
      if (op == Op::kSetUpval || op == Op::kTForPrep || op == Op::kReturn1) escape(now_[i.a()]);
      if (Op::kSetTabUp <= op && op <= Op::kSetField && !i.k()) escape(now_[i.c()]);
      const std::uint32_t first = op == Op::kSetList ? i.a() + 1 : i.a(),
                          count = op == Op::kSetList ? i.b() : i.b() - 1;
      if (op == Op::kSetList || op == Op::kReturn)
        for (std::uint32_t r = first; r < (i.b() == 0 ? 256 : std::min(first + count, 256u)); ++r) escape(now_[r]);
    }

    // The register's value, named as the local variable that it is.
    const Value* at(std::uint32_t r) {
      if (r >= 256 || !now_[r]) return nullptr;
      std::uint32_t n = 0;
      for (const LocalName& l : p_.locals) {
        if (l.from > pc_ || pc_ >= l.to || n++ != r) continue;
        if (now_[r]->text == l.name || l.name.starts_with('(')) return now_[r];
        Value v = *now_[r];
        v.text = l.name;
        return keep(std::move(v));
      }
      return now_[r];
    }
    const Value* upvalue(std::size_t index) {
      const Proto* p = &p_;
      for (const Enclosing* f = frame_.around;; f = f->around) {
        if (!f) return host_.upvalue(index);
        if (index >= p->upvalues.size()) return nullptr;
        const Upvalue u = p->upvalues[index];
        if (u.in_stack) return f->parameters[u.index];
        index = u.index;
        p = &f->proto;
      }
    }
    const Value* constant(std::uint32_t n) {
      if (n >= p_.constants.size()) return nullptr;
      const Constant& k = p_.constants[n];
      if (k.kind == Constant::nil) return nullptr;
      const char* type = k.kind == Constant::text ? "string" : k.kind == Constant::number ? "number" : "boolean";
      Value v{type, ""};
      v.written = k.kind == Constant::boolean ? "true or false" : k.as_text;
      return keep(std::move(v));
    }
    const Value* number(int n) {
      Value v{"number", ""};
      v.written = std::to_string(n);
      return keep(std::move(v));
    }

    // --- what is done

    void say(std::string code, std::string message) {
      if (!message.empty()) host_.found.push_back({p_.line(pc_), std::move(code), std::move(message)});
    }

    void step(Instruction i) {
      const Registers written = set_by(i);
      const Value* result = value_of(i);
      look(i);
      escape_from(i);
      const std::optional<std::size_t> to = jump(pc_);
      if (i.op() == Op::kTForPrep && to) enter_loop(i, *to);
      const Value* all = i.op() == Op::kLoadNil ? keep(Value{"nil", ""}) : nullptr;
      for (std::uint32_t r = written.first; r < written.first + written.count; ++r) set(r, all);
      if (written.count > 0 && result) set(written.first, result);
      if (i.op() == Op::kSelf) set(i.a() + 1, object_);
      if (i.op() == Op::kCall)  // what was handed over is gone
        std::fill(now_.begin() + std::min(written.first + written.count, 256u), now_.end(), nullptr);
      if ((i.op() == Op::kCall || i.op() == Op::kVararg) && i.c() == 0) open_ = std::min(i.a(), 255u);
      if (to) leave_for(*to);
      const std::uint32_t op = i.op();
      alive_ = op != Op::kJmp && op != Op::kLoadFalseSkip && op != Op::kTailCall &&
               !(Op::kReturn <= op && op <= Op::kReturn1);
      if (op == Op::kTForPrep) alive_ = true;  // into the body, by way of the call at its end
    }

    const Value* value_of(Instruction i) {
      switch (i.op()) {
        case Op::kMove:
          return at(i.b());
        case Op::kLoadI:
          return number(i.signed_bx());
        case Op::kLoadK:
          return constant(i.bx());
        case Op::kGetUpval:
          return upvalue(i.b());
        case Op::kGetTabUp:
          if (i.b() < p_.upvalue_names.size() && p_.upvalue_names[i.b()] == "_ENV") met("", p_.text(i.c()));
          return field(upvalue(i.b()), p_.text(i.c()), false);
        case Op::kGetField:
          return field(at(i.b()), p_.text(i.c()), false);
        case Op::kSelf:
          object_ = at(i.b());
          return i.k() ? field(object_, p_.text(i.c()), true) : nullptr;
        case Op::kAdd:
          return points_of(at(i.b()), at(i.c()), "__add");
        case Op::kAdd + 1:
          return points_of(at(i.b()), at(i.c()), "__sub");
        case Op::kMul:
          return points_of(at(i.b()), at(i.c()), "__mul");
        case Op::kLen:
          return length(at(i.b()));
        case Op::kNot:
          return negated(at(i.b()));
        case Op::kCall:
          return call(i);
        case Op::kTailCall:
          call(i);
          return nullptr;
        case Op::kNewTable:
          return keep(Value{"table", ""});
        case Op::kClosure: {
          Value v{"body", ""};
          v.body = i.bx();
          return keep(std::move(v));
        }
        default:
          return nullptr;
      }
    }

    const ApiWord* met(std::string_view object, const std::string& name) {
      const ApiWord* w = find_api_word(object, name);
      if (w) host_.words.insert(w);
      return w;
    }
    const Value* points_of(const Value* a, const Value* b, const char* sign) {
      if (!a || !b || a->type != "Points" || b->type != "Points") return nullptr;
      met("Points", sign);
      return keep(Value{"Points", ""});
    }
    const Value* length(const Value* v) {
      if (!v || (v->type != "Points" && v->type != "Pile")) return nullptr;
      met(v->type, "__len");
      return keep(Value{"number", v->text.empty() ? "" : "#" + v->text});
    }

    const Value* negated(const Value* v) {
      Value is{"boolean", v && !v->text.empty() ? "not " + v->text : ""};
      is.is = Value::negated;
      return keep(std::move(is));
    }

    static std::string joined(const Value& of, char sign, const std::string& name) {
      return of.text.empty() ? "" : of.text + sign + name;
    }

    const Value* field(const Value* of, const std::string& name, bool method) {
      if (!of || name.empty()) return nullptr;
      const std::string text = joined(*of, method ? ':' : '.', name);
      if (of->is == Value::tokens) return keep(Value{"number", text});
      if (of->is == Value::options) return option(name, text);
      if (of->type == "script" && name == "option") return own_options(text);
      if (!is_object(of->type)) return nullptr;
      const ApiWord* w = met(of->type, name);
      if (!w) return no_such_word(*of, name, method), nullptr;
      if (!w->property) {
        Value v{"function", text};
        v.word = w;
        v.by_colon = method;
        return keep(std::move(v));
      }
      if (of->is == Value::own_card && name == "option") return own_options(text);
      std::optional<Value> v = value_of_type(w->returns, joined(*of, '.', name));
      if (!v) return nullptr;
      v->is = of->type == "Seat" && name == "tokens" ? Value::tokens : Value::property;
      if (of->type == "Seat" && name == "name") v->range = {"black", "white"};
      return keep(std::move(*v));
    }
    const Value* own_options(const std::string& text) {
      if (!host_.options_) return nullptr;
      Value v{"table", text};
      v.is = Value::options;
      return keep(std::move(v));
    }
    const Value* option(const std::string& name, const std::string& text) {
      std::vector<std::string> names;
      for (const ScriptOption& o : *host_.options_) {
        if (o.name == name) return keep(value_of_option(o, text));
        names.push_back(o.name);
      }
      const std::string near = did_you_mean(name, names);
      say("unknown-name",
          "the file has no option '" + name + "'" + (near.empty() ? "; add it to options = { ... }" : near));
      return nullptr;
    }
    // A card has fields of its own, its traits; and what no object has as a method is said where the file is read.
    void no_such_word(const Value& of, const std::string& name, bool method) {
      const std::vector<std::string>& methods = api_method_names();
      if (!method && of.type == "Card") return;
      if (method && !std::binary_search(methods.begin(), methods.end(), name)) return;
      say("unknown-name", "a " + of.type + " has no '" + name + "'" + meant(name, api_names_of(of.type)));
    }

    // --- calls

    const Value* call(Instruction i) {
      const Value* f = at(i.a());
      if (is_function(f)) return call_of_own(i, *f), nullptr;
      if (!f || f->type != "function") hand_to_others(i);
      if (!f || f->type == "each" || f->type == "script") return nullptr;
      if (f->type != "function") return say("not-a-word", not_called(*f)), nullptr;
      int given = static_cast<int>(i.b()) - 1;                                // -1: not known
      if (given < 0 && now_[open_]) given = static_cast<int>(open_ - i.a());  // a word gives one value
      const std::uint32_t first = i.a() + (f->by_colon ? 2 : 1);
      if (!f->by_colon && given >= 0) {
        const Value* object = given > 0 ? at(i.a() + 1) : nullptr;
        if (given == 0 || (object && object->type != f->word->object))
          return say("argument", "a word is said with a colon: " + colon(f->text) + "(...)"), nullptr;
      }
      const int in_brackets = given < 0 ? -1 : given - (f->by_colon ? 1 : 0);
      std::string lacks = look_at_arguments(*f, first, in_brackets);
      if (lacks.empty() && given > 0) lacks = wrong_number_of_arguments(f->word->object, f->word->name(), given - 1);
      say("argument", std::move(lacks));
      return result(*f, first, in_brackets);
    }
    // Says which are of a wrong type; the first one that is missing is handed back, in words.
    std::string look_at_arguments(const Value& f, std::uint32_t first, int given) {
      const std::span<const Taken> takes = f.word->function.takes;
      std::size_t place = f.by_colon ? 1 : 0;
      const std::uint32_t end = given < 0 ? open_ : std::min(first + static_cast<std::uint32_t>(given), 256u);
      std::uint32_t r = first;
      const auto named = [&] {
        return "argument " + std::to_string(r - first + (f.by_colon ? 1 : 0)) + " of " + f.word->name();
      };
      for (; place < takes.size() && r < end; ++r) {
        if (takes[place].what == Takes::unknown) return "";
        const Value* v = at(r);
        const std::string wrong = v && (f.by_colon || r > first) ? not_taken(*v, takes[place], named()) : "";
        say("argument", wrong);
        if (takes[place].what == Takes::labels && !wrong.empty()) return "";  // the others are most likely like it
        if (takes[place].what == Takes::range) {                              // one number or two
          const Value* next = r + 1 < end ? at(r + 1) : nullptr;
          if (!v || (!next && r + 1 < end)) return "";
          r += next && next->type == "number";
        }
        place += takes[place].what != Takes::labels;
      }
      const bool lacks = given >= 0 && place < takes.size() && !takes[place].optional &&
                         (takes[place].what != Takes::labels || r == first);
      return lacks ? lacking(takes[place].what, named(), f.word->signature) : "";
    }
    void call_of_own(Instruction i, const Value& f) {
      std::vector<std::string_view> given;
      for (std::uint32_t n = 1; n < i.b() && i.a() + n < 256; ++n) given.push_back(type_of(now_[i.a() + n]));
      calls_of(f).add(std::move(given));
      hand_to_others(i);
    }
    // What is handed to a function that is no word.
    void hand_to_others(Instruction i) {
      const std::uint32_t end = i.b() == 0 ? 256 : std::min<std::uint32_t>(i.a() + i.b(), 256);
      for (std::uint32_t r = i.a() + 1; r < end; ++r) escape(now_[r]);
    }
    static std::string colon(std::string text) {
      if (const std::size_t dot = text.rfind('.'); dot != std::string::npos) text[dot] = ':';
      return text.empty() ? "object:word" : text;
    }

    const Value* result(const Value& f, std::uint32_t first, int given) {
      const std::string name = f.word->name();
      for (int n = 0; n < given; ++n)
        if (const Value* v = now_[std::min<std::uint32_t>(first + static_cast<std::uint32_t>(n), 255)]; is_function(v))
          hand_over(name, calls_of(*v));
      std::optional<Value> v =
          value_of_type(f.word->returns, f.text.empty() ? "" : f.text + (given == 0 ? "()" : "(...)"));
      if (!v) return nullptr;
      if (name == "choose" || name == "toss") v->range = labels(first, given);
      return keep(std::move(*v));
    }
    // The words to choose among, where all are written down; the last may be what the choice is for.
    std::vector<std::string> labels(std::uint32_t first, int given) {
      std::vector<std::string> out;
      for (int n = 0; n < given; ++n) {
        const Value* v = now_[std::min<std::uint32_t>(first + static_cast<std::uint32_t>(n), 255)];
        if (!v || !v->written || v->type != "string") return {};
        if (v->written->find(' ') == std::string::npos) out.push_back(*v->written);
      }
      return out;
    }
    // What a word calls the function with that it takes.
    static void hand_over(const std::string& word, Calls& calls) {
      if (word == "where") return calls.add({"Points"});
      if (word == "both") return calls.add({"Seat"});
      if (word == "pick_card") return calls.add({"Card"});
      calls.add({});
    }

    // --- comparisons and loops

    void look(Instruction i) {
      const std::uint32_t op = i.op();
      if (op == Op::kEq || op == Op::kEqK || op == Op::kEqI) {
        const Value *a = at(i.a()), *b = op == Op::kEq    ? at(i.b())
                                         : op == Op::kEqK ? constant(i.b())
                                                          : number(i.signed_b());
        if (a && b) compare(*a, *b);
      } else if (Op::kEq < op && op <= Op::kLe) {
        order(at(i.a()), at(i.b()), op == Op::kLe ? "<=" : "<");
      } else if (Op::kLtI <= op && op <= Op::kGeI) {
        constexpr const char* kSigns[] = {"<", "<=", ">", ">="};
        order(at(i.a()), number(i.signed_b()), kSigns[op - Op::kLtI]);
      }
    }
    void compare(const Value& a, const Value& b) {
      const std::size_t before = host_.found.size();
      say("comparison", never_equal(a, b));
      const auto is_truth = [](const Value& v) { return v.type == "boolean" && v.written; };
      if (host_.found.size() > before) host_.found.back().with_truth = is_truth(a) || is_truth(b);
    }
    void order(const Value* a, const Value* b, const char* sign) {
      const Value unknown;
      say("comparison", not_ordered(a ? *a : unknown, b ? *b : unknown, sign));
    }
    void enter_loop(Instruction i, std::size_t call) {
      const Value* through = at(i.a());
      if (!through) return;
      say("argument", not_gone_through(*through));
      if (through->type != "each" || call <= pc_) return;
      if (std::optional<Value> v = value_of_type(through->of, "")) loops_[pc_ + 1] = {i.a() + 4, keep(*v)};
    }

    Follower& host_;
    std::deque<Value> values_;
    const Enclosing& frame_;
    const Proto& p_;
    KnownWords now_;
    bool alive_ = true;
    std::size_t pc_ = 0;
    const Value* object_ = nullptr;  // of the method that is fetched
    std::uint32_t open_ = 255;       // where the values begin of which nobody has written how many there are
    std::array<std::vector<std::size_t>, 256> sets_;
    std::array<bool, 256> shared_{};
    std::vector<const Proto*> within_;
    std::map<std::size_t, KnownWords> coming_;  // by the jumps to there, so far
    std::map<std::size_t, std::size_t> back_;   // where loops begin, and the last jump back to there
    std::map<std::size_t, std::pair<std::uint32_t, const Value*>> loops_;  // where bodies begin: what each is
    std::map<std::size_t, Calls> bodies_;                                  // of the functions within
    std::array<bool, 256> captured_{};                                     // registers that functions within see
  };

  const std::vector<ScriptOption>* options_;
  const Functions& functions_;
  const Loaded* now_ = nullptr;  // which one is followed
  std::deque<Value> values_;     // of parameters and of what stands around
};

}  // namespace

std::vector<Misuse> find_misuses(lua_State* L, std::span<const Hook> hooks, const std::vector<ScriptOption>* options,
                                 std::vector<const ApiWord*>& words) {
  constexpr int kMostPasses = 6;
  Functions functions;
  std::map<const void*, Calls> by_game;
  for (const Hook& hook : hooks) {
    load_functions(L, hook.at, functions);
    by_game[lua_topointer(L, hook.at)].add(hook.parameters);
  }
  for (auto& [self, f] : functions)
    if (const auto by = by_game.find(self); by != by_game.end()) f.is_hook = true, f.calls = by->second;
  for (int pass = 1;; ++pass) {
    Follower follower(options, functions);
    follower.calls = by_game;
    for (const auto& [self, f] : functions)
      if (f.is_hook || f.calls.called || f.calls.elsewhere) follower.follow(f);
    bool same = true;
    for (auto& [self, f] : functions) {
      const Calls& seen = follower.calls[self];
      same = same && seen == f.calls;
      f.calls = seen;
    }
    if (same || pass > kMostPasses) {
      std::stable_sort(follower.found.begin(), follower.found.end(),
                       [](const Misuse& a, const Misuse& b) { return a.line < b.line; });
      words.assign(follower.words.begin(), follower.words.end());
      return std::move(follower.found);
    }
    if (pass == kMostPasses)
      for (auto& [self, f] : functions) f.calls.elsewhere |= !f.is_hook;
  }
}

}  // namespace gofuda
