// FIPS 180-4. The constants are the fractional parts of square and cube roots of the first primes, worked out on first use.

interface Constants {
  readonly initial: Int32Array
  readonly round: Int32Array
}

let constants: Constants | undefined

function makeConstants(): Constants {
  const initial = new Int32Array(8)
  const round = new Int32Array(64)
  let found = 0
  for (let candidate = 2; found < 64; candidate++) {
    if (!isPrime(candidate)) continue
    if (found < 8) initial[found] = takeFractionBits(candidate ** (1 / 2))
    round[found++] = takeFractionBits(candidate ** (1 / 3))
  }
  return { initial, round }
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) return false
  return true
}

const takeFractionBits = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** SHA-256 of the text in UTF-8, as 64 lower-case hex digits, for engines without a built-in hash. */
export function sha256(text: string): string {
  constants ??= makeConstants()
  const message = pad(encodeUtf8(text))
  const state = Int32Array.from(constants.initial)
  const schedule = new Int32Array(64)
  for (let block = 0; block < message.length; block += 64) digestBlock(message, block, state, schedule, constants.round)
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function encodeUtf8(text: string): number[] {
  const bytes: number[] = []
  for (const char of text) {
    const code = char.codePointAt(0) as number
    // A surrogate without its other half has no UTF-8, so it becomes U+FFFD, as everywhere on the web.
    const point = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code
    if (point < 0x80) bytes.push(point)
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), toContinuationByte(point))
    else if (point < 0x10000)
      bytes.push(0xe0 | (point >> 12), toContinuationByte(point >> 6), toContinuationByte(point))
    else
      bytes.push(
        0xf0 | (point >> 18),
        toContinuationByte(point >> 12),
        toContinuationByte(point >> 6),
        toContinuationByte(point),
      )
  }
  return bytes
}

const toContinuationByte = (point: number): number => 0x80 | (point & 0x3f)

function pad(bytes: readonly number[]): Uint8Array {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  message.set(bytes)
  message[bytes.length] = 0x80
  const bits = bytes.length * 8
  const view = new DataView(message.buffer)
  view.setUint32(message.length - 8, Math.floor(bits / 2 ** 32))
  view.setUint32(message.length - 4, bits >>> 0)
  return message
}

function digestBlock(
  message: Uint8Array,
  block: number,
  state: Int32Array,
  schedule: Int32Array,
  round: Int32Array,
): void {
  const view = new DataView(message.buffer, block, 64)
  const word = (index: number): number => schedule[index] as number
  for (let t = 0; t < 16; t++) schedule[t] = view.getInt32(t * 4)
  for (let t = 16; t < 64; t++) {
    const s0 = rotate(word(t - 15), 7) ^ rotate(word(t - 15), 18) ^ (word(t - 15) >>> 3)
    const s1 = rotate(word(t - 2), 17) ^ rotate(word(t - 2), 19) ^ (word(t - 2) >>> 10)
    schedule[t] = word(t - 16) + s0 + word(t - 7) + s1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (round[t] as number) + word(t)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] as number) + value
}
