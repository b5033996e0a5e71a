// AssemblyScript, compiled by `npm run generate` to src/bulk/kernel/seen-hashes-wasm.ts.
//
// A set of hashes, and the hash: SipHash-2-4 with 128 bits (Aumasson and Bernstein, https://www.aumasson.jp/siphash/siphash.pdf).
// Its key is secret, so an attacker cannot prepare texts that collide or that crowd one part of the table.
//
// The table is an array of 16-byte slots, sorted by hash from end to end, with empty slots (all zero) in between. A hash has a home,
// which is its share of the capacity. It is stored there or after it, without an empty slot between. Because the whole table is sorted,
// it grows in place: the hashes move to the end, and from there to their new homes.
//
// The caller owns the memory below `base`; the table owns everything above. After the last line of a text, 16 bytes can be read.

const SLOT: usize = 16
/** Slots after the last home, so that the last hashes need not go back to the beginning. */
const SPARE: usize = 1024
const FIRST_CAPACITY: usize = 4096
const PAGE: usize = 65_536
const NEWLINE: u32 = 0x0a

/** Hashes and positions of a batch of lines. They are hashed first and then looked up, so that the processor fetches many slots at once. */
const BATCH: usize = 0
const BATCH_LINES: usize = 64
const BATCH_ENTRY: usize = 32

let key0: u64 = 0
let key1: u64 = 0
let base: usize = 0
let capacity: usize = 0
let used: usize = 0
/** The limit of memory for the table. */
let limit: usize = 0
/** The end of all tables so far. Memory beyond it has never been written, so it is zero. */
let dirty: usize = 0

let hash0: u64 = 0
let hash1: u64 = 0

/** Results in addition to the returned one. */
export let accepted: u32 = 0
export let written: usize = 0

export function getSize(): usize {
  return used
}

/** Bytes of memory that the table takes. */
export function getBytes(): usize {
  return (capacity + SPARE) * SLOT
}

/** Starts an empty table, which takes at least the memory of the smallest one. */
export function start(at: usize, keyLow: u64, keyHigh: u64, bytes: usize): void {
  base = at
  key0 = keyLow
  key1 = keyHigh
  limit = bytes
  capacity = 0
  used = 0
  resize(FIRST_CAPACITY)
}

/** Makes room for more hashes; false if the limit or the system does not allow it. */
function resize(wanted: usize): bool {
  const bytes = (wanted + SPARE) * SLOT
  const missing = ((base + bytes + PAGE - 1) / PAGE) as i32 - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) return false
  const end = base + bytes
  const old = capacity === 0 ? base : base + (capacity + SPARE) * SLOT
  if (old < dirty) memory.fill(old, 0, min(end, dirty) - old)
  dirty = max(end, dirty)
  if (capacity > 0) spread(end - SLOT, wanted)
  capacity = wanted
  return true
}

/** Moves all hashes to the end, starting with the last, then each to its new place, starting with the first. No slot is written before it is read. */
function spread(last: usize, wanted: usize): void {
  let to = last
  for (let from = base + (capacity + SPARE - 1) * SLOT; from >= base; from -= SLOT) {
    const slot = v128.load(from)
    if (!v128.any_true(slot)) continue
    v128.store(from, i64x2.splat(0))
    v128.store(to, slot)
    to -= SLOT
  }
  let free = base
  for (let from = to + SLOT; from <= last; from += SLOT) {
    const slot = v128.load(from)
    v128.store(from, i64x2.splat(0))
    const home = base + homeOf(i64x2.extract_lane(slot, 0), wanted) * SLOT
    if (home > free) free = home
    v128.store(free, slot)
    free += SLOT
  }
}

// @ts-ignore: decorator
@inline
function homeOf(hash: u64, slots: usize): usize {
  return (((hash >> 32) * (slots as u64)) >> 32) as usize
}

/** Where the hash is, or where it belongs. */
// @ts-ignore: decorator
@inline
function find(first: u64, second: u64): usize {
  let at = base + homeOf(first, capacity) * SLOT
  while (true) {
    const slot = load<u64>(at)
    // An empty slot is all zero, and no hash is.
    if (slot > first || (slot === first && load<u64>(at, 8) >= second)) return at
    if (slot === 0 && load<u64>(at, 8) === 0) return at
    at += SLOT
  }
}

// @ts-ignore: decorator
@inline
function isAt(at: usize, first: u64, second: u64): bool {
  return load<u64>(at) === first && load<u64>(at, 8) === second
}

/** 1: it is new and now in the table; 0: it was there; 2: it is new, but the table is full. */
// @ts-ignore: decorator
@inline
function insert(first: u64, second: u64): u32 {
  let at = find(first, second)
  if (isAt(at, first, second)) return 0
  if (isCrowded()) {
    if (isAtLimit() || !resize(nextCapacity())) return 2
    at = find(first, second)
  }
  let empty = at
  while (v128.any_true(v128.load(empty))) empty += SLOT
  // The last slot stays empty, so that every search ends.
  if (empty >= base + (capacity + SPARE - 1) * SLOT) return 2
  if (empty > at) memory.copy(at + SLOT, at, empty - at)
  store<u64>(at, first)
  store<u64>(at, second, 8)
  used++
  return 1
}

/**
 * Whether memory is plentiful: the table takes less than a quarter of its limit. It then stays at most 12 of 20 full and doubles, which
 * keeps the runs of taken slots short. Later, at most 17 of 20 slots are taken (18.8 bytes per hash) and it grows by a quarter.
 */
// @ts-ignore: decorator
@inline
function isRoomy(): bool {
  return capacity < limit / (SLOT * 4)
}

// @ts-ignore: decorator
@inline
function isCrowded(): bool {
  return used * 20 >= capacity * (isRoomy() ? 12 : 17)
}

/** Never more than the limit allows. */
// @ts-ignore: decorator
@inline
function nextCapacity(): usize {
  return min(capacity + (isRoomy() ? capacity : capacity >> 2), limit / SLOT - SPARE)
}

/** Whether growing would gain next to nothing. */
// @ts-ignore: decorator
@inline
function isAtLimit(): bool {
  return limit / SLOT < capacity + (capacity >> 4) + SPARE
}

// @ts-ignore: decorator
@inline
function takeHash(): void {
  if ((hash0 | hash1) === 0) hash1 = 1
}

/**
 * Hashes a text; the result is in `hash0` and `hash1`. The rounds are written out: a function can return only one of the four words of the
 * state, and a loop costs a quarter of the time.
 */
function hashText(text: usize, length: usize): void {
  let v0 = key0 ^ 0x736f6d6570736575
  let v1 = key1 ^ 0x646f72616e646f6d ^ 0xee
  let v2 = key0 ^ 0x6c7967656e657261
  let v3 = key1 ^ 0x7465646279746573
  const whole = text + (length & ~7)
  for (let at = text; at < whole; at += 8) {
    const word = load<u64>(at)
    v3 ^= word
    v0 += v1; v1 = rotl(v1, 13); v1 ^= v0; v0 = rotl(v0, 32)
    v2 += v3; v3 = rotl(v3, 16); v3 ^= v2
    v0 += v3; v3 = rotl(v3, 21); v3 ^= v0
    v2 += v1; v1 = rotl(v1, 17); v1 ^= v2; v2 = rotl(v2, 32)
    v0 += v1; v1 = rotl(v1, 13); v1 ^= v0; v0 = rotl(v0, 32)
    v2 += v3; v3 = rotl(v3, 16); v3 ^= v2
    v0 += v3; v3 = rotl(v3, 21); v3 ^= v0
    v2 += v1; v1 = rotl(v1, 17); v1 ^= v2; v2 = rotl(v2, 32)
    v0 ^= word
  }
  const tail = (length & 7) as u64
  const last = ((length as u64) << 56) | (tail === 0 ? 0 : load<u64>(whole) & (u64.MAX_VALUE >> (64 - tail * 8)))
  v3 ^= last
  v0 += v1; v1 = rotl(v1, 13); v1 ^= v0; v0 = rotl(v0, 32)
  v2 += v3; v3 = rotl(v3, 16); v3 ^= v2
  v0 += v3; v3 = rotl(v3, 21); v3 ^= v0
  v2 += v1; v1 = rotl(v1, 17); v1 ^= v2; v2 = rotl(v2, 32)
  v0 += v1; v1 = rotl(v1, 13); v1 ^= v0; v0 = rotl(v0, 32)
  v2 += v3; v3 = rotl(v3, 16); v3 ^= v2
  v0 += v3; v3 = rotl(v3, 21); v3 ^= v0
  v2 += v1; v1 = rotl(v1, 17); v1 ^= v2; v2 = rotl(v2, 32)
  v0 ^= last
  v2 ^= 0xee
  v0 += v1; v1 = rotl(v1, 13); v1 ^= v0; v0 = rotl(v0, 32)
  v2 += v3; v3 = rotl(v3, 16); v3 ^= v2
  v0 += v3; v3 = rotl(v3, 21); v3 ^= v0
  v2 += v1; v1 = rotl(v1, 17); v1 ^= v2; v2 = rotl(v2, 32)
  v0 += v1; v1 = rotl(v1, 13); v1 ^= v0; v0 = rotl(v0, 32)
  v2 += v3; v3 = rotl(v3, 16); v3 ^= v2
  v0 += v3; v3 = rotl(v3, 21); v3 ^= v0
  v2 += v1; v1 = rotl(v1, 17); v1 ^= v2; v2 = rotl(v2, 32)
  v0 += v1; v1 = rotl(v1, 13); v1 ^= v0; v0 = rotl(v0, 32)
  v2 += v3; v3 = rotl(v3, 16); v3 ^= v2
  v0 += v3; v3 = rotl(v3, 21); v3 ^= v0
  v2 += v1; v1 = rotl(v1, 17); v1 ^= v2; v2 = rotl(v2, 32)
  v0 += v1; v1 = rotl(v1, 13); v1 ^= v0; v0 = rotl(v0, 32)
  v2 += v3; v3 = rotl(v3, 16); v3 ^= v2
  v0 += v3; v3 = rotl(v3, 21); v3 ^= v0
  v2 += v1; v1 = rotl(v1, 17); v1 ^= v2; v2 = rotl(v2, 32)
  hash0 = v0 ^ v1 ^ v2 ^ v3
  v1 ^= 0xdd
  v0 += v1; v1 = rotl(v1, 13); v1 ^= v0; v0 = rotl(v0, 32)
  v2 += v3; v3 = rotl(v3, 16); v3 ^= v2
  v0 += v3; v3 = rotl(v3, 21); v3 ^= v0
  v2 += v1; v1 = rotl(v1, 17); v1 ^= v2; v2 = rotl(v2, 32)
  v0 += v1; v1 = rotl(v1, 13); v1 ^= v0; v0 = rotl(v0, 32)
  v2 += v3; v3 = rotl(v3, 16); v3 ^= v2
  v0 += v3; v3 = rotl(v3, 21); v3 ^= v0
  v2 += v1; v1 = rotl(v1, 17); v1 ^= v2; v2 = rotl(v2, 32)
  v0 += v1; v1 = rotl(v1, 13); v1 ^= v0; v0 = rotl(v0, 32)
  v2 += v3; v3 = rotl(v3, 16); v3 ^= v2
  v0 += v3; v3 = rotl(v3, 21); v3 ^= v0
  v2 += v1; v1 = rotl(v1, 17); v1 ^= v2; v2 = rotl(v2, 32)
  v0 += v1; v1 = rotl(v1, 13); v1 ^= v0; v0 = rotl(v0, 32)
  v2 += v3; v3 = rotl(v3, 16); v3 ^= v2
  v0 += v3; v3 = rotl(v3, 21); v3 ^= v0
  v2 += v1; v1 = rotl(v1, 17); v1 ^= v2; v2 = rotl(v2, 32)
  hash1 = v0 ^ v1 ^ v2 ^ v3
}

/** Writes the hash of a text to `to`, as 16 bytes. */
export function hash(text: usize, length: usize, to: usize): void {
  hashText(text, length)
  store<u64>(to, hash0)
  store<u64>(to, hash1, 8)
}

/** Adds the hash of a text: 1 if it is new, 0 if not, 2 if it is new but the table is full. */
export function add(text: usize, length: usize): u32 {
  hashText(text, length)
  takeHash()
  return insert(hash0, hash1)
}

/** Whether the hash of a text is in the table. If not, it is written to `to`. */
export function has(text: usize, length: usize, to: usize): bool {
  hashText(text, length)
  takeHash()
  store<u64>(to, hash0)
  store<u64>(to, hash1, 8)
  return isAt(find(hash0, hash1), hash0, hash1)
}

/** Hashes the next lines into the batch and loads their slots into the cache. Returns where it stopped. */
function hashBatch(from: usize, end: usize): usize {
  const newlines = i8x16.splat(NEWLINE as i8)
  let at = from
  let count: usize = 0
  while (at < end && count < BATCH_LINES) {
    let stop = at
    while (true) {
      const found = i8x16.bitmask(i8x16.eq(v128.load(stop), newlines))
      if (found !== 0) {
        stop += ctz(found) as usize
        break
      }
      stop += 16
    }
    if (stop > at) {
      hashText(at, stop - at)
      takeHash()
      const entry = BATCH + count * BATCH_ENTRY
      store<u64>(entry, hash0)
      store<u64>(entry, hash1, 8)
      store<u32>(entry, at as u32, 16)
      store<u32>(entry, (stop + 1) as u32, 20)
      count++
    }
    at = stop + 1
  }
  batched = count
  touchSlots()
  return at
}

/** In a loop of its own: between two hashes, the processor would wait for each slot before it looks for the next. */
function touchSlots(): void {
  let touched: u64 = 0
  for (let index: usize = 0; index < batched; index++) {
    const home = base + homeOf(load<u64>(BATCH + index * BATCH_ENTRY), capacity) * SLOT
    // The slots after it may be in the next line of the cache.
    touched += load<u64>(home) + load<u64>(home, 64)
  }
  sunk = touched
}

let batched: usize = 0
/** Never read; it keeps the compiler from removing the loads. */
export let sunk: u64 = 0

/**
 * Keeps, of the lines between `from` and `end`, those that are new, and adds them. They are written to `to`, which may be `from`. Empty
 * lines are left out. Stops before a new line if the table is full.
 *
 * @returns where it stopped; `accepted` is the number of lines that are not empty, `written` the bytes that are kept
 */
export function keepNew(from: usize, end: usize, to: usize): usize {
  let at = from
  let out = to
  // Kept lines that follow each other, and are copied together: a copy costs as much as a lookup, however short it is.
  let run = from
  let runEnd = from
  accepted = 0
  while (at < end) {
    const next = hashBatch(at, end)
    for (let index: usize = 0; index < batched; index++) {
      const entry = BATCH + index * BATCH_ENTRY
      const text: usize = load<u32>(entry, 16)
      const result = insert(load<u64>(entry), load<u64>(entry, 8))
      if (result === 2) {
        written = copyRun(run, runEnd, out) - to
        return text
      }
      accepted++
      if (result === 0) continue
      if (text !== runEnd) {
        out = copyRun(run, runEnd, out)
        run = text
      }
      runEnd = load<u32>(entry, 20) as usize
    }
    at = next
  }
  written = copyRun(run, runEnd, out) - to
  return end
}

/** Returns the end of the copy. */
// @ts-ignore: decorator
@inline
function copyRun(from: usize, end: usize, to: usize): usize {
  if (from !== to) memory.copy(to, from, end - from)
  return to + end - from
}

/**
 * Keeps, of the lines between `from` and `end`, those that are not in the table, without adding them.
 *
 * @param to where they go; may be `from`
 * @param lengths where their lengths go, 4 bytes each, with the newline
 * @param hashes where their hashes go, 16 bytes each
 * @returns how many are kept; `accepted` is the number of lines that are not empty, `written` the bytes that are kept
 */
export function keepUnknown(from: usize, end: usize, to: usize, lengths: usize, hashes: usize): u32 {
  let at = from
  let out = to
  let run = from
  let runEnd = from
  let kept: u32 = 0
  accepted = 0
  while (at < end) {
    const next = hashBatch(at, end)
    for (let index: usize = 0; index < batched; index++) {
      const entry = BATCH + index * BATCH_ENTRY
      const first = load<u64>(entry)
      const second = load<u64>(entry, 8)
      accepted++
      if (isAt(find(first, second), first, second)) continue
      const text: usize = load<u32>(entry, 16)
      const stop: usize = load<u32>(entry, 20)
      if (text !== runEnd) {
        out = copyRun(run, runEnd, out)
        run = text
      }
      runEnd = stop
      store<u32>(lengths + (kept as usize) * 4, (stop - text) as u32)
      store<u64>(hashes + (kept as usize) * 16, first)
      store<u64>(hashes + (kept as usize) * 16, second, 8)
      kept++
    }
    at = next
  }
  written = copyRun(run, runEnd, out) - to
  return kept
}

/**
 * Adds records of a hash (16 bytes) and a number (8 bytes), and keeps the numbers of those that are new.
 *
 * @param parts the number of shares into which the second half of a hash divides them; hashes outside share `part` are skipped
 * @returns how many are kept, or -1 if the table is full
 */
export function addRecords(from: usize, count: u32, to: usize, part: u32, parts: u32): i32 {
  let kept: i32 = 0
  for (let index: usize = 0; index < (count as usize); index++) {
    const record = from + index * 24
    const first = load<u64>(record)
    const second = load<u64>(record, 8)
    if (parts > 1 && ((second >> 32) * (parts as u64)) >> 32 !== (part as u64)) continue
    const result = insert(first, second)
    if (result === 2) return -1
    if (result === 0) continue
    store<u64>(to + (kept as usize) * 8, load<u64>(record, 16))
    kept++
  }
  return kept
}
