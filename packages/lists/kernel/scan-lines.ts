// AssemblyScript, compiled by `npm run generate` to src/bulk/kernel/scan-lines-wasm.ts.
//
// Finds the lines of a block that are already normal under a policy, and makes the changes that most other lines need: it removes
// parameters and sorts queries, drops fragments and adds the slash to a bare host. It must never leave or change a line wrongly; a line that it passes on to
// the normalizer without need only costs time. It does the same for one column of a table.
// It does not decide what is normal: all tables come from `createScanTables` of the core,
// which makes them from the recognizer's own expressions.
//
// The caller owns the memory. The tables are before BLOCK; the caller may use the rest. A block ends with a newline,
// and 16 bytes after its end can be read.
//
// Functions are marked `@inline` because a call for each byte would cost more than its work. TypeScript, which editors check this file with,
// has no decorators of functions, so each one is preceded by `@ts-ignore`.

/** Class bits by byte. */
const CLASSES: usize = 0
/** By the value of an escape: 1 if it may stay. */
const ESCAPES: usize = 256
/** By byte: the value of an upper-case hexadecimal digit, else 255. */
const DIGITS: usize = 512
/** `lengths` and `starts` of the filter for names. */
const LENGTHS: usize = 768
const STARTS: usize = 1280
/** By the low half of a byte, one bit for each high half: the sets of bytes that are skipped 16 at a time. */
const HOST_SET: usize = 3328
const PATH_SET: usize = 3344
const NAME_SET: usize = 3360
const VALUE_SET: usize = 3376
const QUERY_SET: usize = 3392
const FRAGMENT_SET: usize = 3408
/**
 * Results of a scan: how many lines or rows there are, how many bytes the texts take, how many parts it changed, how many bytes the new texts
 * take, and how many lines there are.
 */
const RESULTS: usize = 3424
/**
 * Where the names are that the filter lets through: the slots of a hash table (0 if the normalizer decides about all of them), their number
 * less one, the prefixes, and the number of prefixes. A slot is the address of an entry or 0; an entry is a verdict, a length, and the name
 * in lower case; a prefix is a length and a text.
 */
const NAMES: usize = 3444
/** The pairs of a query, of each where it begins, where its name ends and where it ends. */
const PAIRS: usize = 3460
const PAIR_BYTES: usize = 12
const MAX_PAIRS: usize = 48

const HOST: u32 = 1
const LETTER: u32 = 2
const AFTER_DOT: u32 = 8

// The bits of `SCAN` in core/src/normalize/scan-tables.ts.
const REFUSES_HTTP: u32 = 1
const REFUSES_HTTPS: u32 = 2
const REFUSES_WWW: u32 = 4
const REFUSES_NO_WWW: u32 = 8
const REFUSES_ROOT: u32 = 16
const REFUSES_SLASH_AT_END: u32 = 32
const REFUSES_NAME_AT_END: u32 = 64
const REFUSES_DOUBLE_SLASH: u32 = 128
const REFUSES_QUERY: u32 = 256
const REFUSES_EVERYTHING: u32 = 512
const READS_QUERY: u32 = 1024
const SORTS_QUERY: u32 = 2048
const DROPS_FRAGMENT: u32 = 4096
const ADDS_ROOT_SLASH: u32 = 8192
const DROPS_EMPTY_PAIRS: u32 = 16384
/** Set by the scanner, not by a policy: an empty line is passed on, too. */
const PASSES_EMPTY: u32 = 32768

// `NAME_DUTY` there.
const KEPT: u32 = 1
const REMOVED: u32 = 2
const UNDECIDED: u32 = 3

const NEWLINE: u32 = 0x0a
const RETURN: u32 = 0x0d
const QUOTE: u32 = 0x22
const HASH: u32 = 0x23
const PERCENT: u32 = 0x25
const AMPERSAND: u32 = 0x26
const DOT: u32 = 0x2e
const SLASH: u32 = 0x2f
const EQUALS: u32 = 0x3d
const QUESTION_MARK: u32 = 0x3f

/** Longer lines go to the normalizer, because the recognizer refuses them. */
const MAX_LENGTH: usize = 65_536
const MAX_FILTERED_LENGTH: usize = 31
/** "http" and "s://", "://" and "www." as little-endian numbers. */
const HTTP: u32 = 0x70747468
const S_SLASHES: u32 = 0x2f2f3a73
const SLASHES: u32 = 0x2f2f3a
const WWW: u32 = 0x2e777777

/** One for every line or cell that is passed on: its first byte, its end, its line in the block from 1, and its kind. */
const ENTRY_BYTES: usize = 16

const NOT_PLAIN: u32 = 0
/** Without a NUL and a byte outside ASCII. */
const PLAIN: u32 = 1
/** A cell in quotes. */
const QUOTED: u32 = 2
/** A row without the cell. */
const MISSING: u32 = 3

/** One for every line or cell that is changed here: its first byte, and its end. */
const EDIT_BYTES: usize = 8

/**
 * Lists the lines between `start` and `end` that are not known to be normal, and copies their texts, each with its newline. Those that it can
 * change by itself go to another list, with their new texts.
 *
 * @param does what the policy does
 * @param entries where the list of lines that are passed on goes
 * @param texts where their texts go
 * @param edits where the list of lines that are changed goes
 * @param newTexts where their new texts go
 * @returns how many are passed on
 */
export function scan(
  start: usize,
  end: usize,
  does: u32,
  entries: usize,
  texts: usize,
  edits: usize,
  newTexts: usize,
): u32 {
  begin(start, entries, texts, edits, newTexts)
  for (let at = start; at < end; ) {
    lines++
    const verdict = does & REFUSES_EVERYTHING ? PASSED_ON : judge(at, does)
    const stop = verdict === PASSED_ON ? findNewline(at) : lineEnd
    if (verdict === EDITED) addEdit(at, stop)
    else if (verdict === PASSED_ON && (stop > at || does & PASSES_EMPTY)) {
      addEntry(at, stop, lines, isPlain(at, stop) ? PLAIN : NOT_PLAIN)
      addText(at, stop)
    }
    at = stop + 1
  }
  return finish(lines, entries, texts, edits, newTexts)
}

/**
 * Does the same for one column of a table, and leaves out the CR of each CRLF. Only the texts of plain cells are copied.
 *
 * @param textEnd the end of the block without a newline that the caller has added
 * @param column the number of the column, from 0
 * @param delimiter what separates cells
 * @param hasQuotes whether a cell may be in quotes
 */
export function scanColumn(
  start: usize,
  end: usize,
  does: u32,
  entries: usize,
  texts: usize,
  edits: usize,
  newTexts: usize,
  textEnd: usize,
  column: u32,
  delimiter: u32,
  hasQuotes: bool,
): u32 {
  begin(start, entries, texts, edits, newTexts)
  let rows: u32 = 0
  for (let at = start; at < end; ) {
    rows++
    const line = lines + 1
    const newline = findRow(at, end, column, delimiter, hasQuotes)
    const hasReturn = newline > at && newline < textEnd && load<u8>(newline - 1) === RETURN
    const stop = hasReturn ? newline - 1 : newline
    if (stop > at) {
      if (cellStart === 0) addEntry(at, at, line, MISSING)
      else scanCell(cellStart, min(cellEnd, stop), does, line, hasQuotes)
    }
    if (hasReturn) {
      addEdit(stop, newline)
      endNew()
    }
    at = newline + 1
  }
  return finish(rows, entries, texts, edits, newTexts)
}

/** What has been listed so far. */
let blockStart: usize = 0
let lines: u32 = 0
let nextEntry: usize = 0
let nextText: usize = 0
let nextEdit: usize = 0
/** Where the next new text goes. */
let newText: usize = 0

// @ts-ignore: decorator
@inline
function begin(start: usize, entries: usize, texts: usize, edits: usize, newTexts: usize): void {
  blockStart = start
  lines = 0
  nextEntry = entries
  nextText = texts
  nextEdit = edits
  newText = newTexts
}

// @ts-ignore: decorator
@inline
function finish(records: u32, entries: usize, texts: usize, edits: usize, newTexts: usize): u32 {
  store<u32>(RESULTS, records)
  store<u32>(RESULTS, (nextText - texts) as u32, 4)
  store<u32>(RESULTS, ((nextEdit - edits) / EDIT_BYTES) as u32, 8)
  store<u32>(RESULTS, (newText - newTexts) as u32, 12)
  store<u32>(RESULTS, lines, 16)
  return ((nextEntry - entries) / ENTRY_BYTES) as u32
}

// @ts-ignore: decorator
@inline
function addEntry(from: usize, to: usize, line: u32, kind: u32): void {
  store<u32>(nextEntry, (from - blockStart) as u32)
  store<u32>(nextEntry, (to - blockStart) as u32, 4)
  store<u32>(nextEntry, line, 8)
  store<u32>(nextEntry, kind, 12)
  nextEntry += ENTRY_BYTES
}

// @ts-ignore: decorator
@inline
function addText(from: usize, to: usize): void {
  memory.copy(nextText, from, to - from)
  nextText += to - from
  store<u8>(nextText, NEWLINE)
  nextText++
}

// @ts-ignore: decorator
@inline
function addEdit(from: usize, to: usize): void {
  store<u32>(nextEdit, (from - blockStart) as u32)
  store<u32>(nextEdit, (to - blockStart) as u32, 4)
  nextEdit += EDIT_BYTES
}

/** Where the cell of the row is that `findRow` has found; 0 if the row has fewer cells. */
let cellStart: usize = 0
let cellEnd: usize = 0

/** Finds the newline that ends a row, and the cell of the column; counts the lines. */
// @ts-ignore: decorator
@inline
function findRow(start: usize, end: usize, column: u32, delimiter: u32, hasQuotes: bool): usize {
  cellStart = 0
  let at = start
  let index: u32 = 0
  while (true) {
    const isQuoted = hasQuotes && load<u8>(at) === QUOTE
    const stop = findCellEnd(isQuoted ? skipQuoted(at, end) : at, delimiter)
    if (index === column) {
      cellStart = at
      cellEnd = stop
    }
    if (load<u8>(stop) === NEWLINE) {
      lines++
      return stop
    }
    at = stop + 1
    index++
  }
}

/** The next delimiter or newline. */
// @ts-ignore: decorator
@inline
function findCellEnd(from: usize, delimiter: u32): usize {
  const newlines = i8x16.splat(NEWLINE as i8)
  const delimiters = i8x16.splat(delimiter as i8)
  let at = from
  while (true) {
    const bytes = v128.load(at)
    const found = i8x16.bitmask(v128.or(i8x16.eq(bytes, newlines), i8x16.eq(bytes, delimiters)))
    if (found !== 0) return at + (ctz(found) as usize)
    at += 16
  }
}

/** The place after the closing quote of the cell that opens at `open`; the last newline of the block if it is never closed. */
function skipQuoted(open: usize, end: usize): usize {
  const quotes = i8x16.splat(QUOTE as i8)
  const newlines = i8x16.splat(NEWLINE as i8)
  let at = open + 1
  while (at < end) {
    const bytes = v128.load(at)
    const found = i8x16.bitmask(i8x16.eq(bytes, quotes))
    const breaks = i8x16.bitmask(i8x16.eq(bytes, newlines))
    const passed: usize = found === 0 ? 16 : (ctz(found) as usize)
    lines += popcnt(breaks & ((1 << (passed as i32)) - 1))
    at += passed
    if (found === 0) continue
    at++
    if (load<u8>(at) !== QUOTE) return at
    at++
  }
  return end - 1
}

/** Judges a cell as a line. A quoted one that is not normal is passed on, because its new text may need no quotes, or others. */
// @ts-ignore: decorator
@inline
function scanCell(start: usize, end: usize, does: u32, line: u32, hasQuotes: bool): void {
  const isQuoted = hasQuotes && load<u8>(start) === QUOTE
  const from = isQuoted ? start + 1 : start
  const to = isQuoted && end > from && load<u8>(end - 1) === QUOTE ? end - 1 : end
  const verdict = does & REFUSES_EVERYTHING ? PASSED_ON : judgePart(from, to, does, isQuoted)
  if (verdict === NORMAL) return
  if (verdict === EDITED) addEdit(start, end)
  else if (isQuoted) addEntry(start, end, line, QUOTED)
  else if (end > start) {
    const plain = isPlain(start, end)
    addEntry(start, end, line, plain ? PLAIN : NOT_PLAIN)
    if (plain) addText(start, end)
  }
}

/** Puts a newline after the text, which `judge` needs, for as long as it is judged. */
// @ts-ignore: decorator
@inline
function judgePart(start: usize, end: usize, does: u32, mustStay: bool): u32 {
  const next = load<u8>(end)
  const before = newText
  store<u8>(end, NEWLINE)
  const verdict = judge(start, does)
  store<u8>(end, next)
  // A cell in quotes may contain newlines.
  if (verdict === NORMAL && lineEnd === end) return NORMAL
  if (verdict === EDITED && !mustStay) return EDITED
  newText = before
  return PASSED_ON
}

/**
 * Writes the block with the listed parts replaced.
 *
 * @param results one line for each entry, in the same order
 * @param to where the new block goes
 * @returns its length
 */
export function replace(
  start: usize,
  end: usize,
  entries: usize,
  count: u32,
  results: usize,
  edits: usize,
  edited: u32,
  newTexts: usize,
  to: usize,
): usize {
  const entriesEnd = entries + (count as usize) * ENTRY_BYTES
  const editsEnd = edits + (edited as usize) * EDIT_BYTES
  let entry = entries
  let edit = edits
  let result = results
  let newLine = newTexts
  let copied = start
  let out = to
  while (entry < entriesEnd || edit < editsEnd) {
    const isEdit = entry === entriesEnd || (edit < editsEnd && load<u32>(edit) < load<u32>(entry))
    const item = isEdit ? edit : entry
    const from = start + (load<u32>(item) as usize)
    memory.copy(out, copied, from - copied)
    out += from - copied
    copied = start + (load<u32>(item, 4) as usize)
    const line = isEdit ? newLine : result
    const stop = findNewline(line)
    memory.copy(out, line, stop - line)
    out += stop - line
    if (isEdit) {
      newLine = stop + 1
      edit += EDIT_BYTES
    } else {
      result = stop + 1
      entry += ENTRY_BYTES
    }
  }
  memory.copy(out, copied, end - copied)
  return out + (end - copied) - to
}

/** Where the newline of the line is that `judge` accepted. */
let lineEnd: usize = 0

// @ts-ignore: decorator
@inline
function classOf(at: usize): u32 {
  return load<u8>(CLASSES + (load<u8>(at) as usize)) as u32
}

// @ts-ignore: decorator
@inline
function findNewline(from: usize): usize {
  const newlines = i8x16.splat(NEWLINE as i8)
  let at = from
  while (true) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), newlines))
    if (found !== 0) return at + (ctz(found) as usize)
    at += 16
  }
}

/** Whether no byte is NUL or outside ASCII. */
// @ts-ignore: decorator
@inline
function isPlain(start: usize, end: usize): bool {
  for (let at = start; at < end; at += 16) {
    const bytes = v128.load(at)
    let found = i8x16.bitmask(bytes) | i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0)))
    if (end - at < 16) found &= (1 << ((end - at) as i32)) - 1
    if (found !== 0) return false
  }
  return true
}

/** The first byte that is not in the set. Each byte is looked up by its two halves; none above 0x7F is in a set. */
// @ts-ignore: decorator
@inline
function skip(from: usize, set: usize): usize {
  const table = v128.load(set)
  const bits = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0)
  const low = i8x16.splat(15)
  let at = from
  while (true) {
    const bytes = v128.load(at)
    const rows = i8x16.swizzle(table, v128.and(bytes, low))
    const columns = i8x16.swizzle(bits, i8x16.shr_u(bytes, 4))
    const outside = i8x16.bitmask(i8x16.eq(v128.and(rows, columns), i8x16.splat(0)))
    if (outside !== 0) return at + (ctz(outside) as usize)
    at += 16
  }
}

/** The verdict of `judge` on a line. */
const PASSED_ON: u32 = 0
const NORMAL: u32 = 1
const EDITED: u32 = 2

function judge(start: usize, does: u32): u32 {
  if (load<u32>(start) !== HTTP) {
    return load<u8>(start) === NEWLINE && !(does & PASSES_EMPTY) ? accept(start, NORMAL) : PASSED_ON
  }
  const isSecure = load<u32>(start, 4) === S_SLASHES
  if (!isSecure && (load<u32>(start, 4) & 0xffffff) !== SLASHES) return PASSED_ON
  if (does & (isSecure ? REFUSES_HTTPS : REFUSES_HTTP)) return PASSED_ON
  const host = start + (isSecure ? 8 : 7)
  const path = skip(host, HOST_SET)
  if (!hasPlainEnd(host, path)) return PASSED_ON
  if (does & (REFUSES_WWW | REFUSES_NO_WWW)) {
    if (does & (load<u32>(host) === WWW ? REFUSES_WWW : REFUSES_NO_WWW)) return PASSED_ON
  }
  if (load<u8>(path) !== SLASH) return does & ADDS_ROOT_SLASH ? addRootSlash(start, path) : PASSED_ON
  const query = skipPath(path, does)
  if (query === 0) return PASSED_ON
  if (does & (REFUSES_ROOT | REFUSES_SLASH_AT_END | REFUSES_NAME_AT_END)) {
    if (does & endOfPath(path, query)) return PASSED_ON
  }
  pairCount = 0
  isUnsorted = false
  isShorter = false
  const fragment = load<u8>(query) === QUESTION_MARK ? readQuery(query + 1, does) : query
  if (fragment === 0) return PASSED_ON
  const stop = load<u8>(fragment) === HASH && does & DROPS_FRAGMENT ? skipWithEscapes(fragment + 1, FRAGMENT_SET) : fragment
  if (stop === 0 || load<u8>(stop) !== NEWLINE || stop - start > MAX_LENGTH) return PASSED_ON
  const isEdited = isUnsorted || isShorter
  if (stop === fragment && !isEdited) return accept(stop, NORMAL)
  copyNew(start, isEdited ? query : fragment)
  if (isEdited && pairCount > 0) copyPairs()
  endNew()
  return accept(stop, EDITED)
}

function addRootSlash(start: usize, end: usize): u32 {
  if (load<u8>(end) !== NEWLINE || end - start > MAX_LENGTH) return PASSED_ON
  copyNew(start, end)
  store<u8>(newText, SLASH)
  newText++
  endNew()
  return accept(end, EDITED)
}

// @ts-ignore: decorator
@inline
function accept(stop: usize, verdict: u32): u32 {
  lineEnd = stop
  return verdict
}

// @ts-ignore: decorator
@inline
function copyNew(from: usize, to: usize): void {
  memory.copy(newText, from, to - from)
  newText += to - from
}

// @ts-ignore: decorator
@inline
function endNew(): void {
  store<u8>(newText, NEWLINE)
  newText++
}

/** The number of pairs in PAIRS, whether they must be sorted by name, and whether others were left out. */
let pairCount: usize = 0
let isUnsorted: bool = false
let isShorter: bool = false

function copyPairs(): void {
  if (isUnsorted) for (let next: usize = 1; next < pairCount; next++) insertPair(next)
  for (let index: usize = 0; index < pairCount; index++) {
    const pair = PAIRS + index * PAIR_BYTES
    store<u8>(newText, index === 0 ? QUESTION_MARK : AMPERSAND)
    newText++
    copyNew(load<u32>(pair), load<u32>(pair, 8))
  }
}

/** Moves a pair before those whose names are greater. */
function insertPair(next: usize): void {
  const pair = PAIRS + next * PAIR_BYTES
  const start = load<u32>(pair)
  const nameEnd = load<u32>(pair, 4)
  const end = load<u32>(pair, 8)
  let at = pair
  while (at > PAIRS && isAfter(load<u32>(at - PAIR_BYTES), load<u32>(at - PAIR_BYTES, 4), start, nameEnd)) at -= PAIR_BYTES
  if (at === pair) return
  memory.copy(at + PAIR_BYTES, at, pair - at)
  store<u32>(at, start)
  store<u32>(at, nameEnd, 4)
  store<u32>(at, end, 8)
}

/** Whether the last label has only letters and another label before it, so that the host is not an address. */
// @ts-ignore: decorator
@inline
function hasPlainEnd(host: usize, end: usize): bool {
  let at = end - 1
  while (at > host && classOf(at) & LETTER) at--
  return at > host && at < end - 1 && load<u8>(at) === DOT && (classOf(at - 1) & HOST) !== 0
}

// @ts-ignore: decorator
@inline
function endOfPath(path: usize, end: usize): u32 {
  if (load<u8>(end - 1) !== SLASH) return REFUSES_NAME_AT_END
  return path === end - 1 ? REFUSES_ROOT : REFUSES_SLASH_AT_END
}

/** The end of the path, or 0 if it is not normal. */
// @ts-ignore: decorator
@inline
function skipPath(path: usize, does: u32): usize {
  let at = path
  // The slash is missing from the set only if slashes matter.
  if (does & REFUSES_DOUBLE_SLASH && load<u8>(at, 1) === SLASH) return 0
  at++
  while (true) {
    at = skip(at, PATH_SET)
    const byte: u32 = load<u8>(at)
    if (byte === DOT) {
      if (!(classOf(at + 1) & AFTER_DOT)) return 0
      at += 2
    } else if (byte === PERCENT) {
      if (!isEscape(at)) return 0
      at += 3
    } else if (byte === SLASH) {
      if (load<u8>(at, 1) === SLASH) return 0
      at++
    } else return at
  }
}

// @ts-ignore: decorator
@inline
function isEscape(at: usize): bool {
  const high: u32 = load<u8>(DIGITS + (load<u8>(at, 1) as usize))
  const low: u32 = load<u8>(DIGITS + (load<u8>(at, 2) as usize))
  return (high | low) < 16 && load<u8>(ESCAPES + ((high << 4) | low)) !== 0
}

/** The end of the query, or 0 if a rule that is not known here may act on it. */
function readQuery(start: usize, does: u32): usize {
  if (does & REFUSES_QUERY) return 0
  if (!(does & READS_QUERY)) return skipWithEscapes(start, QUERY_SET)
  let at = start
  while (true) {
    const nameEnd = skipWithEscapes(at, NAME_SET)
    if (nameEnd === 0) return 0
    const end = load<u8>(nameEnd) === EQUALS ? skipWithEscapes(nameEnd + 1, VALUE_SET) : nameEnd
    if (end === 0) return 0
    const duty = end === at ? decideEmpty(does) : mayMatch(at, nameEnd) ? decideName(at, nameEnd) : KEPT
    if (duty === UNDECIDED || (duty === KEPT && pairCount === MAX_PAIRS)) return 0
    if (duty === KEPT) addPair(at, nameEnd, end, does)
    else isShorter = true
    if (load<u8>(end) !== AMPERSAND) return end
    at = end + 1
  }
}

// @ts-ignore: decorator
@inline
function decideEmpty(does: u32): u32 {
  return does & DROPS_EMPTY_PAIRS ? REMOVED : UNDECIDED
}

// @ts-ignore: decorator
@inline
function addPair(start: usize, nameEnd: usize, end: usize, does: u32): void {
  const pair = PAIRS + pairCount * PAIR_BYTES
  store<u32>(pair, start as u32)
  store<u32>(pair, nameEnd as u32, 4)
  store<u32>(pair, end as u32, 8)
  if (does & SORTS_QUERY && pairCount > 0 && !isUnsorted) {
    isUnsorted = isAfter(load<u32>(pair - PAIR_BYTES), load<u32>(pair - PAIR_BYTES, 4), start, nameEnd)
  }
  pairCount++
}

/** Looks up a name that the filter lets through. */
function decideName(start: usize, end: usize): u32 {
  const slots: usize = load<u32>(NAMES)
  if (slots === 0 || start === end) return UNDECIDED
  // FNV-1a, as in bulk/kernel/name-table.ts.
  let hash: u32 = 0x811c9dc5
  for (let at = start; at < end; at++) {
    if (load<u8>(at) === PERCENT) return UNDECIDED
    hash = (hash ^ lowerAt(at)) * 0x01000193
  }
  const mask = load<u32>(NAMES, 4)
  let slot = hash & mask
  while (true) {
    const entry: usize = load<u32>(slots + (slot as usize) * 4)
    if (entry === 0) return hasRemovedPrefix(start, end) ? REMOVED : KEPT
    const length: usize = load<u8>(entry, 1)
    if (length === end - start && beginsWith(start, entry + 2, length)) return load<u8>(entry)
    slot = (slot + 1) & mask
  }
}

function hasRemovedPrefix(start: usize, end: usize): bool {
  let prefix: usize = load<u32>(NAMES, 8)
  for (let left = load<u32>(NAMES, 12); left > 0; left--) {
    const length: usize = load<u8>(prefix)
    if (length <= end - start && beginsWith(start, prefix + 1, length)) return true
    prefix += length + 1
  }
  return false
}

/** Whether the text is, in lower case, the other one, which is in lower case already. */
// @ts-ignore: decorator
@inline
function beginsWith(start: usize, other: usize, length: usize): bool {
  for (let at: usize = 0; at < length; at++) if (lowerAt(start + at) !== (load<u8>(other + at) as u32)) return false
  return true
}

// @ts-ignore: decorator
@inline
function lowerAt(at: usize): u32 {
  const byte: u32 = load<u8>(at)
  return byte - 0x41 < 26 ? byte | 0x20 : byte
}

// @ts-ignore: decorator
@inline
function skipWithEscapes(from: usize, set: usize): usize {
  let at = skip(from, set)
  while (load<u8>(at) === PERCENT) {
    if (!isEscape(at)) return 0
    at = skip(at + 3, set)
  }
  return at
}

// @ts-ignore: decorator
@inline
function slotOf(at: usize): usize {
  return ((load<u8>(at) as usize) | 0x20) & 0x7f
}

/** `mayMatch` of core/src/policy/pattern.ts. */
// @ts-ignore: decorator
@inline
function mayMatch(start: usize, end: usize): bool {
  const first = slotOf(start)
  const length = end - start
  // A pair without a name: the byte after it belongs to no name, so `decideName` passes it on.
  if (length === 0) return true
  const lengths = load<u32>(LENGTHS + first * 4)
  if (((lengths >> (min(length, MAX_FILTERED_LENGTH) as u32)) & 1) === 0) return false
  if (length < 2) return true
  const bit = first * 128 + slotOf(start + 1)
  return ((load<u32>(STARTS + (bit >> 5) * 4) >> ((bit as u32) & 31)) & 1) !== 0
}

/** Whether the first name is greater than the second, byte by byte; a name is less than one that begins with it. */
function isAfter(first: usize, firstEnd: usize, second: usize, secondEnd: usize): bool {
  let at: usize = 0
  while (true) {
    if (first + at >= firstEnd) return false
    if (second + at >= secondEnd) return true
    const a = load<u8>(first + at)
    const b = load<u8>(second + at)
    if (a !== b) return a > b
    at++
  }
}
