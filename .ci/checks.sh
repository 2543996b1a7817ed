# The checks of .ci/run: each is a function that succeeds or says why not.
# Uses $work, $copy and $logs; started processes lead their own group, so that they end with everything they started.

passed=0
failed=0
furrow_pid=''
started_at=0
port=''

title() { printf '\n== %s\n' "$1"; }

# check NAME SECONDS COMMAND…: runs it with its output shown, counts it, goes on.
# Functions run in this shell, so that they can keep a process; programs are ended after SECONDS.
check() {
  local name=$1 limit=$2 started=$SECONDS
  shift 2
  limited "$limit" "$@"
  count "$name" $? $((SECONDS - started))
}

limited() {
  local limit=$1
  shift
  if [ "$(type -t "$1")" = function ]; then "$@"; else timeout --kill-after=10 "$limit" "$@"; fi
  local code=$?
  [ "$code" -eq 124 ] && echo "(ended after $limit s)"
  return "$code"
}

# count NAME CODE SECONDS: tells how a check has ended.
count() {
  if [ "$2" -eq 0 ]; then
    passed=$((passed + 1))
    echo "ok      $1 ($3 s)"
  else
    failed=$((failed + 1))
    echo "FAILED  $1 ($3 s)"
  fi
}

# beside NAME SECONDS COMMAND…: a check that may run beside the others that are begun so; `settle` shows and counts them in their order.
beside_names=()
beside() {
  local name=$1 number=${#beside_names[@]}
  shift
  beside_names+=("$name")
  (
    SECONDS=0
    limited "$@"
    echo "$? $SECONDS" >"$logs/beside-$number.end"
  ) >"$logs/beside-$number.log" 2>&1 &
}

settle() {
  local number code seconds
  wait
  for number in "${!beside_names[@]}"; do
    cat "$logs/beside-$number.log"
    read -r code seconds <"$logs/beside-$number.end" || code=1
    count "${beside_names[$number]}" "$code" "${seconds:-?}"
  done
  beside_names=()
}

# tests NAME SECONDS COMMAND…: a run of tests. `judge_tests` counts it, since what failed is run once more at the end.
test_runs=()
tests() {
  local name=$1 reports="$logs/tests-$((${#test_runs[@]} / 2))" started=$SECONDS
  shift
  mkdir -p "$reports"
  FURROW_TEST_REPORTS="$reports" limited "$@"
  echo $? >"$reports/exit-code"
  echo "ended   $name ($((SECONDS - started)) s)"
  test_runs+=("$name" "$reports")
}

# Runs each failed file once more, alone, and adds the numbers of tests and of runs.
judge_tests() {
  local counts
  node --import tsx test/tiers/rerun-failed.ts "$logs/counts" "${test_runs[@]}"
  read -r counts <"$logs/counts" || counts='0 1'
  passed=$((passed + ${counts% *}))
  failed=$((failed + ${counts#* }))
}

# keep_reports FOLDER: leaves what `npm run test:record` reads.
keep_reports() {
  local report
  mkdir -p "$1" || return
  for report in "$logs"/tests-*/report.json; do
    cp "$report" "$1/$(basename "$(dirname "$report")").json"
  done
}

free_port() { node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }

# start_furrow SECONDS: npm start, until it says that it is ready.
start_furrow() {
  local limit=$1 log="$logs/start.log" started
  port=${port:-$(free_port)}
  started=$(date +%s%N)
  started_at=$SECONDS
  rm -f "$log"
  PORT=$port setsid npm start >"$log" 2>&1 &
  furrow_pid=$!
  until grep -qs "^ready http://127.0.0.1:$port" "$log"; do
    # It may be late, which fails at the end with the time that it took.
    if ! kill -0 "$furrow_pid" 2>/dev/null || [ $((($(date +%s%N) - started) / 1000000000)) -ge $((limit > 30 ? limit * 2 : 60)) ]; then
      cat "$log"
      return 1
    fi
    sleep 0.05
  done
  local milliseconds=$((($(date +%s%N) - started) / 1000000))
  echo "ready after $milliseconds ms"
  [ "$milliseconds" -le $((limit * 1000)) ]
}

# lap WHAT: says when something is done, counted from npm start.
lap() { echo "$1: $((SECONDS - started_at)) s after npm start"; }

# The steps of the first start: what was installed, and when GDAL and the parts of the sample farm were there, in seconds since the server began.
show_times() { grep -E '^furrow: packages installed|  (the demo owner is ready|GDAL |sample farm: |the sample farm )' "$logs/start.log"; }

# The memory of npm start and all that it has started, by process.
show_memory() { node --import tsx bench/memory-of.ts "$furrow_pid"; }

stop_furrow() {
  [ -n "$furrow_pid" ] || return 0
  kill "-$1" -- "-$furrow_pid" 2>/dev/null
  wait "$furrow_pid" 2>/dev/null
  # npm may end before what it started.
  for _ in $(seq 100); do
    kill -0 -- "-$furrow_pid" 2>/dev/null || break
    sleep 0.1
  done
  kill -KILL -- "-$furrow_pid" 2>/dev/null && echo '(it did not stop within 10 s)'
  furrow_pid=''
}

# The commands that npm start prints, one array element each: paragraphs that begin as a command does. The README has the same ones.
printed_commands() {
  mapfile -d '' commands < <(awk '
    BEGIN { RS = "" }
    /^[[:space:]]*(TOKEN=|npx |curl )/ { printf "%s%c", $0, 0 }' "$logs/start.log")
  [ "${#commands[@]}" -eq 4 ] || { echo "it prints ${#commands[@]} commands, not four"; return 1; }
}

# Pastes them in order into one shell: sign in, upload the harvest, save its yield map, ask SQL about its points.
paste_commands() {
  printed_commands || return 1
  eval "${commands[0]}" && [ -n "$TOKEN" ] || return 1
  eval "${commands[1]}" || return 1
  lap 'harvest converted'
  eval "${commands[2]}" && node --import tsx test/bin/check-yield-map.ts yield.png || return 1
  lap 'yield map'
  eval "${commands[3]}" >"$logs/answer" && cat "$logs/answer" && echo && grep -q '"crop":"soybeans","points":40568' "$logs/answer"
}

# What the sample farm brings beside the harvest: its fields, the weather there, and a satellite image of the harvested field.
has_sample_farm() {
  ask_furrow() { curl -sSL --max-time 60 -H "Authorization: Bearer $TOKEN" "$@"; }
  local services="http://127.0.0.1:$port/services" image=''
  for _ in $(seq 60); do
    still_has_fields && break
    sleep 1
  done
  [ "$(wc -c <"$logs/fields")" -gt 2 ] || return 1
  ask_furrow "$services/weather/api/weather/forecast/daily/41.67,-93.15" | grep temperatureMax >/dev/null || return 1
  for _ in $(seq 300); do
    image=$(ask_furrow "$services/satellite/api/fields/sample-farm-01/processes?minCoverage=100&size=1" | grep -o 'http[^"]*NDVI_PNG') && break
    sleep 1
  done
  ask_furrow "$image" -o "$logs/ndvi.png" && grep -q PNG "$logs/ndvi.png" && echo "a picture of $(wc -c <"$logs/ndvi.png") bytes" || return 1
  lap 'satellite image'
}

# The file for newcomers that want to write a client.
runs_minimal_example() {
  node examples/minimal/walk.mjs "http://127.0.0.1:$port" .furrow/sign-in.json | tee "$logs/minimal" && grep -q "points: 100" "$logs/minimal"
}

# The fields of the demo owner, with a new token.
still_has_fields() {
  printed_commands && eval "${commands[0]}" || return 1
  curl -sS -H "Authorization: Bearer $TOKEN" "http://127.0.0.1:$port/services/fields/api/fields" >"$logs/fields" && fields_in "$logs/fields"
}

fields_in() {
  node -e '
    const fields = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    if (!Array.isArray(fields) || fields.length === 0) process.exit(1);
    console.log(`${fields.length} fields, the first ${JSON.stringify(fields[0]).slice(0, 200)}`);' "$1"
}

refuses_second_instance() {
  if PORT=$(free_port) timeout 20 npm start >"$logs/second.log" 2>&1; then return 1; fi
  tail -n 3 "$logs/second.log"
  ! grep -q '^ready ' "$logs/second.log"
}

summary() {
  printf '\n%d passed, %d failed\n' "$passed" "$failed"
  [ "$failed" -eq 0 ]
}
