/**
 * Reads the mix of runs and packed bits in which Parquet stores levels and places in a dictionary:
 * https://parquet.apache.org/docs/file-format/data-pages/encodings/#RLE. Fills `output`; damaged data throws instead of running on.
 * We do not use the library's, because a damaged count makes it loop forever.
 */
export function readHybrid(bytes: Uint8Array, width: number, output: Uint8Array | Int32Array): void {
  if (width > 32) throw new Error(`values of ${width} bits`)
  let [at, filled] = [0, 0]
  while (filled < output.length) {
    let [header, shift] = [0, 0]
    for (let byte = 0x80; (byte & 0x80) !== 0; shift += 7) {
      byte = bytes[at] ?? fail()
      header += (byte & 0x7f) * 2 ** shift
      at += 1
      if (shift > 35) fail()
    }
    if (header % 2 === 0) {
      const length = Math.min(header / 2, output.length - filled)
      output.fill(readLittleEndian(bytes, at, (width + 7) >> 3), filled, filled + length)
      at += (width + 7) >> 3
      filled += length
    } else {
      const groups = (header - 1) / 2
      filled = readPacked(bytes.subarray(at, at + groups * width), width, output, filled, groups * 8)
      at += groups * width
    }
  }
}

function readLittleEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let index = 0; index < length; index += 1) value |= (bytes[at + index] ?? fail()) << (index * 8)
  return value
}

/** The last group may be cut after its last value. */
function readPacked(
  bytes: Uint8Array,
  width: number,
  output: Uint8Array | Int32Array,
  from: number,
  count: number,
): number {
  const to = Math.min(from + count, output.length)
  if (width > 0 && bytes.length * 8 < (to - from) * width) fail()
  for (let index = from, bit = 0; index < to; index += 1, bit += width) {
    let value = 0
    for (let read = 0; read < width;) {
      const offset = (bit + read) & 7
      const taken = Math.min(8 - offset, width - read)
      value |= (((bytes[(bit + read) >> 3] ?? 0) >> offset) & ((1 << taken) - 1)) << read
      read += taken
    }
    output[index] = value
  }
  return to
}

function fail(): never {
  throw new Error('a run of values ends early')
}
