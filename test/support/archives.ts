import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** A record of a web archive. */
export function warcRecord(fields: Readonly<Record<string, string>>, block: string | Uint8Array = ''): Buffer {
  const bytes = Buffer.from(block)
  const all = { 'WARC-Record-ID': '<urn:uuid:1>', ...fields, 'Content-Length': String(bytes.length) }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${head.join('')}\r\n`), bytes, Buffer.from('\r\n\r\n')])
}

/** A response in a web archive. */
export function warcResponse(url: string, head: string, body: string | Uint8Array = '', more = {}): Buffer {
  const block = Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\n\r\n`), Buffer.from(body)])
  const fields = {
    'WARC-Type': 'response',
    'WARC-Target-URI': url,
    'Content-Type': 'application/http; msgtype=response',
  }
  return warcRecord({ ...fields, ...more }, block)
}

/** Each record compressed by itself, as archives are. */
export const zipRecords = (records: readonly Buffer[]): Buffer =>
  Buffer.concat(records.map((record) => gzipSync(record)))

export interface ZipFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly isDeflated?: boolean
}

/**
 * A ZIP archive.
 *
 * @param isWide whether sizes and places are written in the form for large files
 */
export function zipFiles(files: readonly ZipFile[], isWide = false): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const { name, bytes, isDeflated = false } of files) {
    const stored = isDeflated ? deflateRawSync(bytes) : Buffer.from(bytes)
    const sizes = [crc32(bytes), stored.length, bytes.length]
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04_03_4b_50, 0)
    local.writeUInt16LE(isDeflated ? 8 : 0, 8)
    for (const [index, size] of sizes.entries()) local.writeUInt32LE(size, 14 + index * 4)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02_01_4b_50, 0)
    local.copy(entry, 6, 4, 30)
    const extra = Buffer.alloc(isWide ? 28 : 0)
    if (isWide) {
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(24, 2)
      for (const [index, value] of [bytes.length, stored.length, offset].entries())
        extra.writeBigUInt64LE(BigInt(value), 4 + index * 8)
      for (const place of [20, 24]) entry.writeUInt32LE(0xff_ff_ff_ff, place)
    }
    entry.writeUInt16LE(extra.length, 30)
    entry.writeUInt32LE(isWide ? 0xff_ff_ff_ff : offset, 42)
    directory.push(entry, Buffer.from(name), extra)
    parts.push(local, Buffer.from(name), stored)
    offset += local.length + Buffer.byteLength(name) + stored.length
  }
  const listed = Buffer.concat(directory)
  return Buffer.concat([...parts, listed, createEnd(files.length, listed.length, offset, isWide)])
}

function createEnd(count: number, size: number, start: number, isWide: boolean): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(isWide ? 0xff_ff_ff_ff : size, 12)
  end.writeUInt32LE(isWide ? 0xff_ff_ff_ff : start, 16)
  if (!isWide) return end
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06_06_4b_50, 0)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07_06_4b_50, 0)
  locator.writeBigUInt64LE(BigInt(start + size), 8)
  return Buffer.concat([record, locator, end])
}
