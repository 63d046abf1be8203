#!/usr/bin/env python3
"""Holds the rooms to what CMakeLists.txt says of them: a file includes only its own room and those that the room uses, a
library only where it is linked, and no room needs itself. core and scripting name no game."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARIES = {  # how the headers of a library begin, and what links it
    "CLI/": "CLI11::CLI11",
    "nlohmann/": "nlohmann_json::nlohmann_json",
    "boost/": "Boost::headers",
    "benchmark/": "benchmark::benchmark",
    "editline/": "${EDIT_LIBRARY}",
    "sqlite3.h": "SQLite::SQLite3",
    "openssl/": "OpenSSL::Crypto",
    "seccomp.h": "PkgConfig::SECCOMP",
    "cairo": "PkgConfig::PANGOCAIRO",
    "pango/": "PkgConfig::PANGOCAIRO",
    "yaml-cpp/": "yaml-cpp",
    "lua": "gofuda_lua",
    "lauxlib.h": "gofuda_lua",
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
# What a room must do without, whatever else it includes: its carriers have those.
WITHOUT = {
    "core": r"_clock\b|<thread>|std::thread|<fstream>|<filesystem>|sys/socket|sleep_for",
    "core/notation": r"_clock\b|<thread>|std::thread|<fstream>|<filesystem>|sys/socket|sleep_for",
    "tools/table": r"_clock\b|<thread>|std::thread|sys/socket|sleep_for|\bpoll\(",
}
problems = []


def read_rooms():
    """Folder -> the folders it uses and the libraries it links, as CMakeLists.txt has them."""
    text = (ROOT / "CMakeLists.txt").read_text()
    rooms = {
        "core": (set(), set()),
        "core/notation": ({"core"}, set()),
        "scripting": ({"core", "core/notation"}, {"gofuda_lua", "yaml-cpp", "nlohmann_json::nlohmann_json"}),
    }
    for words in re.findall(r"^gofuda_room\(([^)]*)\)", text, re.M):
        folder, *words = words.split()
        uses, links, part = set(), set(), None
        for word in words:
            if word in ("USES", "LINKS"):
                part = uses if word == "USES" else links
            elif word != "COLD":
                part.add(word if part is links or word in ("core", "scripting") else "tools/" + word)
        if "core" in uses:
            uses.add("core/notation")  # of one library
        rooms["tools/" + folder] = (uses, links)
    program = re.search(r"^target_link_libraries\(gofuda PRIVATE \$\{rooms\} ([^)]*)\)", text, re.M).group(1)
    rooms["tools/cli"] = (set(rooms), set(program.split()) | {"gofuda_lua"})
    return rooms


def reachable(rooms, room, path=()):
    if room in path:
        problems.append("rooms need each other: " + " -> ".join((*path[path.index(room):], room)))
        return set()
    out = {room}
    for used in rooms[room][0]:
        out |= reachable(rooms, used, (*path, room))
    return out


def check_file(path, room, allowed, links):
    name = path.relative_to(ROOT)
    for quote, header in INCLUDE.findall(path.read_text()):
        if quote == '"':
            if str(pathlib.PurePath(header).parent) not in allowed:
                problems.append(f"{name} includes {header}, which {room} does not use")
            continue
        if header == "nlohmann/json.hpp" and path.suffix == ".hpp":
            problems.append(f"{name} includes {header}: in a header, json_fwd.hpp is enough")
        for start, library in LIBRARIES.items():
            if header.startswith(start) and library not in links:
                problems.append(f"{name} includes {header}, which {room} does not link")


def check_without(path, room):
    for line, text in enumerate(path.read_text().splitlines(), 1):
        if found := re.search(WITHOUT[room], text):
            problems.append(f"{path.relative_to(ROOT)}:{line} has '{found[0]}', and {room} does without")


def check_names(path, names):
    text = path.read_text().lower()
    for name in names:
        if re.search(rf"\b{re.escape(name)}\b", text):
            problems.append(f"{path.relative_to(ROOT)} names the game {name}")


def main():
    rooms = read_rooms()
    for room in rooms:
        rooms_below = reachable(rooms, room)
        folder = ROOT / room
        files = [f for f in sorted(folder.iterdir()) if f.suffix in (".cpp", ".hpp")] if folder.is_dir() else []
        if not files:
            problems.append(f"{room} has no files")
        for f in files:
            check_file(f, room, rooms_below, rooms[room][1])
            if room in WITHOUT:
                check_without(f, room)
    known = {ROOT / room for room in rooms}
    for f in sorted((ROOT / "tools").rglob("*.[ch]pp")):
        if f.parent not in known:
            problems.append(f"{f.relative_to(ROOT)} is in no room")
    games = {re.sub(r"(-\d+)+$", "", f.stem) for f in (ROOT / "variants").glob("*.yaml")} - {"go"}
    games |= {game.split("-")[0] for game in games} - {"go", "card", "v"} | {"cardgo", "vcardgo"}
    if len(games) < 8:
        problems.append(f"only {len(games)} games found")
    for room in ("core", "core/notation", "scripting"):
        for f in sorted((ROOT / room).iterdir()):
            if f.suffix in (".cpp", ".hpp"):
                check_names(f, games)
    for problem in sorted(set(problems)):
        print(problem)
    if not problems:
        print(f"{len(rooms)} rooms, {len(games)} games' names")
    return 1 if problems else 0


sys.exit(main())
