#!/usr/bin/env bash
# A first hour with andor in a real terminal, at 80 and at 60 columns, typed by a script: solve, verify, explain, play and
# lose, save, go on, analyse. Writes the screens as text (docs/results/first-hour.md). Needs tmux.
#
#   scripts/first-hour.sh [ANDOR [OUT.md]]      the binary (target/release/andor), the page (stdout)
set -euo pipefail
cd "$(dirname "$0")/.."

binary=$(realpath "${1:-target/release/andor}")
out=${2:-/dev/stdout}
folder=$(mktemp -d)
server=first-hour-$$
trap 'tmux -L "$server" kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT

shell='^[$]$'

# The last line of the screen that is not empty.
last_line() {
    tmux -L "$server" capture-pane -p | grep -v '^ *$' | tail -n 1
}

# Waits until the last line matches $1.
await() {
    for _ in $(seq 1200); do
        if last_line | grep -Eq "$1"; then return; fi
        sleep 0.1
    done
    echo "first-hour: no line \"$1\" in two minutes:" >&2
    tmux -L "$server" capture-pane -p >&2
    exit 1
}

# Types $1 and Enter, and waits for a last line that matches $2.
type() {
    tmux -L "$server" send-keys -l -- "$1"
    tmux -L "$server" send-keys Enter
    sleep 0.2
    await "$2"
}

# The screen, with what has scrolled away, under the heading $1; a clean one follows.
screen() {
    printf '\n### %s\n\n```text\n' "$1"
    tmux -L "$server" capture-pane -p -S - | sed -e 's/ *$//' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
    printf '```\n'
    local at_shell=no
    if last_line | grep -Eq "$shell"; then at_shell=yes; fi
    tmux -L "$server" send-keys -R
    tmux -L "$server" clear-history
    if [ $at_shell = yes ]; then tmux -L "$server" send-keys C-l; await "$shell"; fi
}

hour() {
    local columns=$1
    rm -rf "$folder"; mkdir -p "$folder/bin"
    ln -s "$binary" "$folder/bin/andor"
    tmux -L "$server" -f /dev/null new-session -d -x "$columns" -y 40 -c "$folder" \
        "env -u NO_COLOR LANG=C.UTF-8 PATH='$folder/bin:$PATH' XDG_CACHE_HOME='$folder/cache' PS1='\$ ' TERM=screen-256color bash --norc --noprofile"
    await "$shell"
    printf '\n## %s columns\n' "$columns"
    type 'andor' "$shell"; screen 'andor alone'
    type 'andor solve breakthrough:4x5 --proof 4x5.proof' "$shell"; screen 'Solve'
    type 'andor verify 4x5.proof' "$shell"; screen 'Verify'
    type 'andor explain 4x5.proof --moves "b2-b3"' "$shell"; screen 'Explain'
    type 'andor play --proof 4x5.proof' '^White> *$'
    type 'help' '^White> *$'; type 'hint' '^White> *$'; type 'nonsense' '^White> *$'
    type 'b2-b3' '^White> *$'; screen 'Play against the proof'
    type 'quit' "$shell"; screen 'Quit' >/dev/null
    type 'andor play loa:6x6 --level 7 --seed 7 --save game.sgf' '^Black> *$'
    type 'hint' '^Black> *$'; type 'b6-b4' '^Black> *$'; screen 'Play the player'
    tmux -L "$server" send-keys C-c; await "$shell"; screen 'Ctrl-C saves'
    type 'andor play game.sgf --level 7 --seed 7 --save game.sgf' '^Black> *$'
    # A loser's way: whatever comes first, until the game is over.
    local moves
    for _ in $(seq 60); do
        type 'moves' '^Black> *$'
        moves=$(tmux -L "$server" capture-pane -p -J | grep -E '^([a-f][1-6][-x][a-f][1-6] ?)+ *$|^pass *$' | tail -n 1)
        tmux -L "$server" clear-history
        type "${moves%% *}" '^(Black> *|[$])$'
        if last_line | grep -Eq "$shell"; then break; fi
    done
    screen 'Lose'
    type 'andor analyze game.sgf --depth 4 --proof-nodes 20000' "$shell"; screen 'Analyse'
    type 'andor play loa --level 10' '^Black> *$'
    type 'c8-c6' '^thinking [3-9] s'; screen 'It thinks'
    tmux -L "$server" send-keys C-c; await '^Black> *$'; screen 'Ctrl-C ends the thinking'
    tmux -L "$server" kill-server
}

{
    echo '# A first hour in the terminal'
    echo
    echo "Written by \`scripts/first-hour.sh ANDOR docs/results/first-hour.md\` (tmux, which keeps no colours as text), with $("$binary" --version), $(LC_ALL=C date "+%-d %B %Y")."
    echo 'The squares of the last move have another colour there.'
    hour 80
    hour 60
} > "$folder.md"
cat "$folder.md" > "$out"
rm -f "$folder.md"
