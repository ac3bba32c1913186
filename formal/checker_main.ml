(* The part that is not verified: reads a plain export (docs/inside/formal.md), gives it to the extracted checker,
   prints the claim. All that is judged is judged by checker.ml, which Coq made. *)

open Checker

exception Refused of string

let refuse why = raise (Refused why)

(* ---- Numbers, cells, keys ---- *)

let rec positive n = if n = 1 then XH else if n land 1 = 0 then XO (positive (n / 2)) else XI (positive (n / 2))
let number n = if n = 0 then N0 else Npos (positive n)
let rec nat n = if n = 0 then O else S (nat (n - 1))

let rec int_of_positive = function XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> 2 * int_of_positive p + 1
let int_of_number = function N0 -> 0 | Npos p -> int_of_positive p

let decimal text =
  match int_of_string_opt text with
  | Some n when n >= 0 && n < 1 lsl 32 && String.for_all (fun c -> c >= '0' && c <= '9') text -> n
  | _ -> refuse ("not a number: " ^ text)

(* The cells of a position from its bytes in hexadecimal: the side to move, then five cells a byte, base 3. *)
let key_of_hex count hex =
  let length = String.length hex / 2 in
  if not (String.for_all (function '0' .. '9' | 'a' .. 'f' -> true | _ -> false) hex) then refuse "not hexadecimal";
  if String.length hex <> 2 * length || length <> 1 + (count + 4) / 5 then refuse "a position of another width";
  let byte i = match int_of_string_opt ("0x" ^ String.sub hex (2 * i) 2) with Some b -> b | None -> refuse hex in
  let cell = function 0 -> Empty | 1 -> Black0 | _ -> White0 in
  let side = match byte 0 with 0 -> Black0 | 1 -> White0 | _ -> refuse "no side to move" in
  let rec go i left =
    if left = 0 then []
    else
      let n = min 5 left in
      let rec digits n value rest = if n = 0 then (value, rest) else digits (n - 1) (value / 3) (cell (value mod 3) :: rest) in
      let rest = go (i + 1) (left - n) in
      let over, cells = digits n (byte i) rest in
      if over <> 0 then refuse "bytes that are no position";
      cells
  in
  side :: go 1 count

(* The board as people write it: ranks from the top, runs of empty squares as numbers, then the side to move. *)
let text_of columns key =
  let letter = function Empty -> '.' | Black0 -> 'b' | White0 -> 'w' in
  let cells = Array.of_list (List.map letter (List.tl key)) in
  let rank row =
    let rec go column run =
      let shown = if run > 0 then string_of_int run else "" in
      if column = columns then shown
      else match cells.((row * columns) + column) with
        | '.' -> go (column + 1) (run + 1)
        | man -> shown ^ String.make 1 man ^ go (column + 1) 0
    in
    go 0 0
  in
  let rows = Array.length cells / columns in
  Printf.sprintf "%s %c" (String.concat "/" (List.init rows (fun i -> rank (rows - 1 - i)))) (letter (List.hd key))

(* ---- Games ---- *)

(* A game by its spec string, and how many squares and columns its board has. *)
let plain_game_of spec =
  let sized text make = try Scanf.sscanf text "%u%_1[x]%u%!" make with Scanf.Scan_failure _ | Failure _ | End_of_file -> None in
  let found =
    match String.split_on_char ':' spec with
    | [ "surakarta" ] -> Some (36, 6, Surakarta_game, "surakarta")
    | [ "breakthrough"; size ] ->
      sized size (fun c r ->
        if c < 2 || r < 4 || c > 8 || r > 8 then None
        else Some (c * r, c, Breakthrough_game (nat c, nat r), Printf.sprintf "breakthrough:%dx%d" c r))
    | [ "loa"; words ] ->
      let words = String.split_on_char ',' words in
      let mover, loss = List.mem "simultaneous=mover" words, List.mem "no-move=loss" words in
      sized (List.hd words) (fun c r ->
        if c <> r || c < 3 || c > 11 then None
        else
          let options = (if mover then ",simultaneous=mover" else "") ^ if loss then ",no-move=loss" else "" in
          Some (c * c, c, Loa_game (nat c, mover, loss), Printf.sprintf "loa:%dx%d%s" c c options))
    | _ -> None
  in
  match found with
  | Some (count, columns, game, name) when name = spec -> (count, columns, game)
  | _ -> refuse ("no such game here: " ^ spec)

(* The same, with a limit of plies if there is one. *)
let game_of spec =
  let words = List.rev (String.split_on_char ',' spec) in
  let mark = "plies=" in
  match words with
  | last :: (_ :: _ as before) when String.length last > 6 && String.sub last 0 6 = mark ->
    let limit = decimal (String.sub last 6 (String.length last - 6)) in
    if limit > 65535 || last <> mark ^ string_of_int limit then refuse ("no such limit: " ^ last);
    let count, columns, game = plain_game_of (String.concat "," (List.rev before)) in
    (count, columns, game, Some limit)
  | _ ->
    let count, columns, game = plain_game_of spec in
    (count, columns, game, None)

(* ---- The file ---- *)

let claim_of = function
  | "b wins" -> Claims_win Black
  | "w wins" -> Claims_win White
  | "b does not lose" -> Claims_no_loss Black
  | "w does not lose" -> Claims_no_loss White
  | text -> refuse ("no such claim: " ^ text)

let name = function Black -> "Black" | White -> "White"

let rest_of word line =
  let n = String.length word in
  if String.length line > n && String.sub line 0 n = word && line.[n] = ' ' then String.sub line (n + 1) (String.length line - n - 1)
  else refuse (Printf.sprintf "expected \"%s\", found: %s" word line)

let check file =
  let input = open_in file in
  let line () = try input_line input with End_of_file -> refuse "the file ends too early" in
  if line () <> "andor-plain 1" then refuse "not a plain export";
  let spec = rest_of "game" (line ()) in
  let count, columns, game, limit = game_of spec in
  (* With a limit, the last two bytes are the plies that are left. *)
  let split hex =
    let n = String.length hex - 4 in
    if n < 0 then refuse "a position of another width";
    match int_of_string_opt ("0x" ^ String.sub hex n 4) with
    | Some left -> (key_of_hex count (String.sub hex 0 n), left)
    | None -> refuse hex
  in
  let key hex =
    match limit with
    | None -> key_of_hex count hex
    | Some _ -> let cells, left = split hex in List.append (code (number left)) cells
  in
  let leaves = match rest_of "leaves" (line ()) with "yes" -> true | "no" -> false | other -> refuse other in
  let root_hex = rest_of "root" (line ()) in
  let root, left = match limit with None -> (key_of_hex count root_hex, 0) | Some _ -> split root_hex in
  let judge leaves claim tree =
    match limit with
    | None -> verify game leaves claim tree root
    | Some limit -> verify_limited game (number limit) leaves claim tree root (number left)
  in
  let shown = ref [] in
  let rec sections line_now =
    if line_now <> "end" then begin
      let words = rest_of "claim" line_now in
      let claim = claim_of words in
      let rec entries tree =
        let next = line () in
        if next = "end" || String.length next > 5 && String.sub next 0 5 = "claim" then (tree, next)
        else
          match String.split_on_char ' ' (rest_of "entry" next) with
          | [ hex; move; rank ] ->
            let entry = { move_number = number (decimal move); rank = number (decimal rank) } in
            entries (insert (key hex) entry tree)
          | _ -> refuse ("not an entry: " ^ next)
      in
      let tree, next = entries Nothing in
      let found = match judge leaves claim tree with
        | None -> refuse (Printf.sprintf "\"%s\" is not proved" words)
        | Some (Wins_within (h, n)) -> Printf.sprintf "%s wins in at most %d plies" (name h) (int_of_number n)
        | Some (Never_loses h) -> name h ^ " does not lose" in
      shown := Printf.sprintf "%s (%d entries)" found (int_of_number (Checker.count tree)) :: !shown;
      sections next
    end
  in
  sections (line ());
  if !shown = [] then refuse "no claim";
  close_in input;
  let plies = match limit with None -> "" | Some _ -> Printf.sprintf " plies=%d" left in
  Printf.sprintf "%s, %s%s: %s" spec (text_of columns root) plies (String.concat "; " (List.rev !shown))

let () =
  let files = List.tl (Array.to_list Sys.argv) in
  let code = ref 0 in
  if files = [] then (prerr_endline "usage: checker FILE.."; code := 2);
  List.iter (fun file ->
    let before = Sys.time () in
    (match check file with
     | shown -> Printf.printf "proved: %s\n" shown
     | exception Refused why -> code := 3; Printf.printf "refused: %s\n" why
     | exception Sys_error why -> code := 2; Printf.eprintf "%s\n" why);
    Printf.eprintf "%s: %.2f s of processor time\n%!" file (Sys.time () -. before)) files;
  exit !code
