import { Buffer } from 'node:buffer'
import type { AppendFile } from './append-file.ts'
import { readChunks } from './append-file.ts'

/** A line of a group, as it is stored in a partition. */
export interface GroupRecord {
  /** Sorts records in order of first appearance. */
  readonly sequence: number
  /** How often the line was seen. */
  readonly count: number
  /** A number from 0 to 2^32 that depends on the URL alone. */
  readonly share: number
  readonly url: string
  readonly line: string
}

const HEADER_BYTES = 32
/** The line is the URL itself, which is not written twice. */
const SAME = 0xffff_ffff
const CHUNK_BYTES = 65_536

const header = Buffer.alloc(HEADER_BYTES)

export function appendRecord(file: AppendFile, { sequence, count, share, url, line }: GroupRecord): void {
  const isSame = line === url
  header.writeUInt32LE(Buffer.byteLength(url), 0)
  header.writeUInt32LE(isSame ? SAME : Buffer.byteLength(line), 4)
  header.writeUInt32LE(share, 8)
  header.writeDoubleLE(sequence, 16)
  header.writeDoubleLE(count, 24)
  file.append(header)
  file.append(Buffer.from(isSame ? url : url + line))
}

/** The records of a file, in order. */
export function* readRecords(path: string): Generator<GroupRecord> {
  // Reused, because a record may be as long as two lines, and joining it from its pieces would copy all before each of them.
  let memory = Buffer.allocUnsafeSlow(CHUNK_BYTES * 2)
  let length = 0
  for (const chunk of readChunks(path, CHUNK_BYTES)) {
    if (length + chunk.length > memory.length) {
      const larger = Buffer.allocUnsafeSlow(memory.length * 2)
      memory.copy(larger, 0, 0, length)
      memory = larger
    }
    length += chunk.copy(memory, length)
    const bytes = memory.subarray(0, length)
    let at = 0
    for (let end = findEnd(bytes, at); end <= length; end = findEnd(bytes, at)) {
      yield readRecord(bytes, at, end)
      at = end
    }
    memory.copyWithin(0, at, length)
    length -= at
  }
}

/** The end of the record that begins at `at`; beyond the bytes if the record is incomplete. */
function findEnd(bytes: Buffer, at: number): number {
  if (at + HEADER_BYTES > bytes.length) return Infinity
  const line = bytes.readUInt32LE(at + 4)
  return at + HEADER_BYTES + bytes.readUInt32LE(at) + (line === SAME ? 0 : line)
}

function readRecord(bytes: Buffer, at: number, end: number): GroupRecord {
  const urlStart = at + HEADER_BYTES
  const urlEnd = urlStart + bytes.readUInt32LE(at)
  const url = bytes.toString('utf8', urlStart, urlEnd)
  return {
    sequence: bytes.readDoubleLE(at + 16),
    count: bytes.readDoubleLE(at + 24),
    share: bytes.readUInt32LE(at + 8),
    url,
    line: bytes.readUInt32LE(at + 4) === SAME ? url : bytes.toString('utf8', urlEnd, end),
  }
}
