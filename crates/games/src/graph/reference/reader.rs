//! A reader of graph files for the reference rules: letter by letter, with no library.
//!
//! The form is so small that reading it takes a cursor and one function for each kind of thing: a
//! file is an object with `rule` and `nodes`, a node is an object with `owner` and `succ` or with
//! `winner`, and all values are whole numbers, `null`, a word or a list of numbers. Names are
//! written without escapes.

/// A file as it stands there, before anybody asks whether it makes sense.
pub(super) struct Written {
    pub(super) rule: String,
    pub(super) nodes: Vec<WrittenNode>,
}

/// A node as it stands there: the fields it has.
#[derive(Default)]
pub(super) struct WrittenNode {
    pub(super) owner: Option<u32>,
    pub(super) succ: Option<Vec<u32>>,
    /// The inner `None` is a `null`.
    pub(super) winner: Option<Option<u32>>,
}

/// The bytes of a file and how far they have been read.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Result<Written, String> {
    let mut cursor = Cursor { bytes, at: 0 };
    let file = cursor.file()?;
    match cursor.peek() {
        None => Ok(file),
        Some(_) => Err(cursor.wanted("the end of the file")),
    }
}

impl Cursor<'_> {
    fn wanted(&self, what: &str) -> String {
        format!("the reference rules want {what} at byte {} of the file", self.at)
    }

    /// The next byte that is no white space, which stays there.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.bytes.get(self.at) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Reads this sign if it is next.
    fn takes(&mut self, sign: u8) -> bool {
        let is_next = self.peek() == Some(sign);
        self.at += usize::from(is_next);
        is_next
    }

    fn sign(&mut self, sign: u8) -> Result<(), String> {
        match self.takes(sign) {
            true => Ok(()),
            false => Err(self.wanted(&format!("'{}'", char::from(sign)))),
        }
    }

    /// A word in quotation marks.
    fn word(&mut self) -> Result<String, String> {
        self.sign(b'"')?;
        let mut word = String::new();
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => break,
                Some(&letter) if letter.is_ascii_lowercase() && word.len() < 20 => {
                    word.push(char::from(letter));
                }
                _ => return Err(self.wanted("a name")),
            }
            self.at += 1;
        }
        self.at += 1;
        Ok(word)
    }

    /// A whole number of 32 bits, without a sign and without zeros before it.
    fn number(&mut self) -> Result<u32, String> {
        self.peek();
        let first = self.at;
        let mut number: u32 = 0;
        while let Some(digit @ b'0'..=b'9') = self.bytes.get(self.at) {
            let larger =
                number.checked_mul(10).and_then(|n| n.checked_add(u32::from(digit - b'0')));
            number = larger.ok_or_else(|| self.wanted("a smaller number"))?;
            self.at += 1;
        }
        let digits = self.at - first;
        if digits == 0 || digits > 1 && self.bytes[first] == b'0' {
            return Err(self.wanted("a whole number"));
        }
        Ok(number)
    }

    fn number_or_null(&mut self) -> Result<Option<u32>, String> {
        self.peek();
        if self.bytes[self.at..].starts_with(b"null") {
            self.at += 4;
            return Ok(None);
        }
        self.number().map(Some)
    }

    fn numbers(&mut self) -> Result<Vec<u32>, String> {
        let mut numbers = Vec::new();
        self.sign(b'[')?;
        if self.takes(b']') {
            return Ok(numbers);
        }
        loop {
            numbers.push(self.number()?);
            if self.takes(b']') {
                return Ok(numbers);
            }
            self.sign(b',')?;
        }
    }

    fn node(&mut self) -> Result<WrittenNode, String> {
        let mut node = WrittenNode::default();
        self.sign(b'{')?;
        loop {
            let name = self.word()?;
            self.sign(b':')?;
            match name.as_str() {
                "owner" if node.owner.is_none() => node.owner = Some(self.number()?),
                "succ" if node.succ.is_none() => node.succ = Some(self.numbers()?),
                "winner" if node.winner.is_none() => node.winner = Some(self.number_or_null()?),
                _ => return Err(self.wanted("a field of a node, once")),
            }
            if self.takes(b'}') {
                return Ok(node);
            }
            self.sign(b',')?;
        }
    }

    fn nodes(&mut self) -> Result<Vec<WrittenNode>, String> {
        let mut nodes = Vec::new();
        self.sign(b'[')?;
        if self.takes(b']') {
            return Ok(nodes);
        }
        loop {
            nodes.push(self.node()?);
            if self.takes(b']') {
                return Ok(nodes);
            }
            self.sign(b',')?;
        }
    }

    fn file(&mut self) -> Result<Written, String> {
        let (mut rule, mut nodes) = (None, None);
        self.sign(b'{')?;
        loop {
            let name = self.word()?;
            self.sign(b':')?;
            match name.as_str() {
                "rule" if rule.is_none() => rule = Some(self.word()?),
                "nodes" if nodes.is_none() => nodes = Some(self.nodes()?),
                _ => return Err(self.wanted("a field of a file, once")),
            }
            if self.takes(b'}') {
                break;
            }
            self.sign(b',')?;
        }
        let rule = rule.ok_or_else(|| self.wanted("a rule"))?;
        Ok(Written { rule, nodes: nodes.ok_or_else(|| self.wanted("nodes"))? })
    }
}
