# Shared by tools/run, tools/test and .ci/run: what must be installed, and how a preset is built. Source it.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
export PATH=$PATH:/usr/games # gnugo is there

packages=(g++ cmake ninja-build pkg-config patch libyaml-cpp-dev nlohmann-json3-dev libcli11-dev catch2
  libbenchmark-dev libedit-dev libsqlite3-dev libssl-dev libseccomp-dev libboost-dev zlib1g-dev libcairo2-dev libpango1.0-dev
  fonts-noto-core gnugo parallel python3 python3-jsonschema python3-yaml locales)
sanitizer_packages=(clang-14 libclang-rt-14-dev llvm-14 lld-14) # of asan-ubsan and tsan; the last one names lines in their reports
lint_packages=(clang clang-format clang-tidy)

say() { echo "gofuda: $*" >&2; }

# Runs a command, silent unless it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" 3>&2 > "$log" 2>&1 || status=$?
  ((status == 0)) || cat "$log" >&2
  rm -f "$log"
  return $status
}

missing_packages() {
  local installed package
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${packages[@]}" 2> /dev/null) || true
  for package in "${packages[@]}"; do
    [[ $'\n'$installed$'\n' == *$'\n'"$package installed"$'\n'* ]] || echo "$package"
  done
}

# On Debian, installs what is missing; elsewhere the build says what it lacks.
install_packages() {
  command -v dpkg-query > /dev/null || return 0
  local missing
  mapfile -t missing < <(missing_packages)
  ((${#missing[@]} == 0)) && return 0
  local sudo=()
  if ((EUID != 0)); then
    command -v sudo > /dev/null || {
      say "please install as root: ${missing[*]}"
      return 1
    }
    sudo=(sudo)
  fi
  say "installing ${missing[*]}"
  quietly "${sudo[@]}" apt-get update
  quietly "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}"
}

# What tests of editors and browsers run on: Debian's, where there is none.
need_node() {
  command -v node > /dev/null && command -v npm > /dev/null && return 0
  local packages=(nodejs npm)
  install_packages
}
need_browser() { # without the parts that show a window it takes half the time
  browser > /dev/null && return 0
  local packages=(chromium-headless-shell)
  install_packages
}
browser() { command -v chromium-headless-shell || command -v chromium; }

# Lua's source, which the build takes. Debian's next release has it; the mirror is the one this machine installs from.
lua_archive=$root/build/lua-5.4.7.tar.gz

fetch_lua() {
  [[ ! -e $lua_archive ]] || return 0
  say "fetching Lua's source"
  local mirror
  mkdir -p "$root/build"
  while IFS= read -r mirror; do
    quietly fetch_lua_from "$mirror" && return
  done < <(mirrors)
  say "please put lua-5.4.7.tar.gz, as Lua's authors published it, into build/"
  return 1
}

mirrors() {
  command -v apt-get > /dev/null || return 0
  local codename
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  # shellcheck disable=SC2016 # apt-get fills these in
  apt-get indextargets --no-release-info --format '$(REPO_URI) $(RELEASE)' | sort -u | sed -n "s/ $codename\$//p"
}

fetch_lua_from() {
  local work status=0 keys=/usr/share/keyrings/debian-archive-keyring.gpg
  work=$(mktemp -d)
  mkdir -p "$work"/{lists/partial,cache/archives/partial,parts}
  echo "deb-src [signed-by=$keys] $1 trixie main" > "$work/sources.list"
  (
    cd "$work"
    options=(-o "Dir::Etc::SourceList=$work/sources.list" -o "Dir::Etc::SourceParts=$work/parts"
      -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=)
    apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only lua5.4
    mv lua5.4_5.4.7.orig.tar.gz "$lua_archive"
  ) || status=$?
  rm -rf "$work"
  return $status
}

# build PRESET TARGET...: configures when it was not yet, and builds what changed. One at a time in each preset.
build() {
  local preset=$1 folder=$root/build/$1
  shift
  mkdir -p "$folder"
  exec {lock}> "$folder/.lock"
  flock "$lock"
  fetch_lua || return
  if [[ ! -e $folder/build.ninja || $root/CMakePresets.json -nt $folder/build.ninja ]]; then
    say "configuring build/$preset"
    (cd "$root" && quietly cmake --fresh --preset "$preset") || return # nothing of what a preset said before stays
  fi
  quietly ninja_announced "$preset" "$@" || {
    say "build/$preset failed"
    return 1
  }
  exec {lock}>&-
}

# Ninja's dry run cannot tell whether there is work (it would list the globbed folders first), so its output does.
ninja_announced() {
  local preset=$1 line announced=
  shift
  ninja -C "$root/build/$preset" -j "$(nproc)" "$@" | while IFS= read -r line; do
    echo "$line"
    [[ -z $announced && $line == \[[1-9]* ]] || continue
    announced=1
    say "building build/$preset" 2>&3
  done
}

# failures FOLDER: of each test that failed the last lines that say why, to be found without reading a thousand others.
failures() {
  local name output
  [[ -s $1/LastTestsFailed.log ]] || return 0
  while IFS=: read -r _ name; do
    output=$(awk -v name="$name" '/^[0-9]+\/[0-9]+ Testing: / { on = substr($0, index($0, ": ") + 2) == name } on' "$1/LastTest.log")
    echo "failed: $name"
    { grep -aE '✖|Error:|FAILED|^.*line [0-9]+:|error:' <<< "$output" || cat <<< "$output"; } | tail -n 6
  done < "$1/LastTestsFailed.log"
}

# run_tests PRESET [CTEST OPTIONS]: the last line is ctest's count. One more at a time than two processors: some tests wait.
run_tests() {
  local preset=$1 status=0 log=$root/build/$1/ctest.log
  shift
  rm -f "$root/build/$preset/Testing/Temporary/LastTestsFailed.log" # of a run before
  (cd "$root" && ctest --preset "$preset" --output-on-failure -j4 --no-label-summary "$@") 2>&1 | tee "$log" || status=$?
  ((status == 0)) || failures "$root/build/$preset/Testing/Temporary"
  grep -E '^[0-9]+% tests passed' "$log" | tail -n 1
  return $status
}
