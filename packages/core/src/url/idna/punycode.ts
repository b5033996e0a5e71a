import { isAscii } from './is-ascii.ts'
import { createSlots } from './slots.ts'

// https://www.rfc-editor.org/rfc/rfc3492#section-5
const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700
const INITIAL_BIAS = 72
const INITIAL_N = 0x80
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'

// The RFC leaves the width of integers open (section 6.4). 31 bits are what the URL implementations at hand use, and a long label
// fails where they overflow.
const MAX_DELTA = 0x7fffffff
const LAST_CODE_POINT = 0x10ffff

// The RFC's own procedures walk the whole label once per insertion or per distinct code point. These ask a tree instead, so that a
// hostile label of 100,000 characters takes milliseconds, not minutes.

/**
 * The code points that a label's text after `xn--` encodes, or null if it is not Punycode in lower case.
 * A delimiter with nothing before it is skipped, as Node's URL does; the RFC reads it as a digit and fails.
 * https://www.rfc-editor.org/rfc/rfc3492#section-6.2
 */
export function decodePunycode(text: string): number[] | null {
  if (!isAscii(text)) return null
  const delimiter = text.lastIndexOf('-')
  const basic = Array.from(text.slice(0, Math.max(delimiter, 0)), (char) => char.charCodeAt(0))
  const insertions = readInsertions(text.slice(delimiter + 1), basic.length)
  return insertions === null ? null : applyInsertions(basic, insertions)
}

/** One code point put into the label at an index of the label as it then was. */
type Insertion = { readonly codePoint: number; readonly index: number }

function readInsertions(digits: string, basicCount: number): Insertion[] | null {
  const insertions: Insertion[] = []
  let codePoint = INITIAL_N
  let index = 0
  let bias = INITIAL_BIAS
  let at = 0
  while (at < digits.length) {
    const read = readDelta(digits, at, bias, MAX_DELTA - index)
    if (read === null) return null
    const length = basicCount + insertions.length + 1
    const sum = index + read.delta
    codePoint += Math.floor(sum / length)
    if (codePoint > LAST_CODE_POINT) return null
    insertions.push({ codePoint, index: sum % length })
    bias = adaptBias(read.delta, length, insertions.length === 1)
    index = (sum % length) + 1
    at = read.end
  }
  return insertions
}

// https://www.rfc-editor.org/rfc/rfc3492#section-3.3
function readDelta(
  digits: string,
  start: number,
  bias: number,
  largest: number,
): { delta: number; end: number } | null {
  let delta = 0
  let weight = 1
  for (let at = start, k = BASE; at < digits.length; at += 1, k += BASE) {
    const digit = DIGITS.indexOf(digits.charAt(at))
    delta += digit * weight
    if (digit < 0 || delta > largest) return null
    const threshold = computeThreshold(k, bias)
    if (digit < threshold) return { delta, end: at + 1 }
    weight *= BASE - threshold
    if (weight > MAX_DELTA) return null
  }
  return null
}

/** Backwards, an insertion's final place is known at once: the index-th place that no later insertion has taken. */
function applyInsertions(basic: readonly number[], insertions: readonly Insertion[]): number[] {
  const label = Array.from({ length: basic.length + insertions.length }, () => -1)
  const slots = createSlots(label.length)
  for (const { codePoint, index } of insertions.toReversed()) label[slots.takeFree(index)] = codePoint
  let nextBasic = 0
  return label.map((codePoint) => (codePoint >= 0 ? codePoint : (basic[nextBasic++] ?? 0)))
}

/**
 * The text that follows `xn--` for these code points, or null if a delta overflows.
 * https://www.rfc-editor.org/rfc/rfc3492#section-6.3
 */
export function encodePunycode(label: readonly number[]): string | null {
  const slots = createSlots(label.length)
  const isBasic = (place: number): boolean => (label[place] ?? 0) < INITIAL_N
  const places = label.map((_, place) => place)
  const basic = places.filter(isBasic)
  for (const place of basic) slots.take(place)
  const basicText = basic.map((place) => String.fromCharCode(label[place] ?? 0)).join('')
  // Array sorting is stable, so equal code points stay in the order of their places.
  const others = places.filter((place) => !isBasic(place)).toSorted((a, b) => (label[a] ?? 0) - (label[b] ?? 0))

  let text = basicText === '' ? '' : `${basicText}-`
  let codePoint = INITIAL_N
  let index = 0
  let bias = INITIAL_BIAS
  for (const [handled, place] of others.entries()) {
    const length = basic.length + handled + 1
    const next = label[place] ?? 0
    const insertAt = slots.takenBefore(place)
    const delta = (next - codePoint) * length + insertAt - index
    if (delta > MAX_DELTA) return null
    text += encodeDelta(delta, bias)
    bias = adaptBias(delta, length, handled === 0)
    slots.take(place)
    codePoint = next
    index = insertAt + 1
  }
  return text
}

// https://www.rfc-editor.org/rfc/rfc3492#section-3.3
function encodeDelta(delta: number, bias: number): string {
  let text = ''
  let rest = delta
  for (let k = BASE; ; k += BASE) {
    const threshold = computeThreshold(k, bias)
    if (rest < threshold) return text + DIGITS.charAt(rest)
    rest -= threshold
    text += DIGITS.charAt(threshold + (rest % (BASE - threshold)))
    rest = Math.floor(rest / (BASE - threshold))
  }
}

const computeThreshold = (k: number, bias: number): number => Math.min(Math.max(k - bias, T_MIN), T_MAX)

// https://www.rfc-editor.org/rfc/rfc3492#section-6.1
function adaptBias(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / length)
  let k = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}
