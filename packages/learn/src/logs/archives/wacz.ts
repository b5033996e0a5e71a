import { Buffer } from 'node:buffer'
import { createPrefixedSource, type ByteSource } from '@canonist/lists/internal/io/byte-source'
import { decompress, detectCompression } from '@canonist/lists/internal/io/decompress'
import type { RandomAccess } from '@canonist/lists/internal/io/random-access'
import { listZipEntries, openZipEntry, type ZipEntry } from '@canonist/lists/internal/io/zip-entries'
import { LogError } from '../errors.ts'

/** A web archive in a WACZ file, decompressed. */
export interface WaczPart {
  readonly name: string
  open(): Promise<ByteSource>
}

/** Lists the web archives of a WACZ file: https://specs.webrecorder.net/wacz/1.1.1/ */
export async function listWaczParts(file: RandomAccess): Promise<WaczPart[]> {
  const entries = await listZipEntries(file)
  const parts = entries.filter(({ name }) => /^archive\/.+\.warc(?:\.gz)?$/i.test(name))
  if (parts.length === 0) throw new LogError('log/no-archive', { thing: file.name })
  return parts.map((entry) => ({ name: `${file.name}:${entry.name}`, open: () => openPart(file, entry) }))
}

/** Decides by the content, because the names of many compressed archives do not show it. */
async function openPart(file: RandomAccess, entry: ZipEntry): Promise<ByteSource> {
  const source = await openZipEntry(file, entry)
  const head = Buffer.alloc(4)
  const length = await source.fill(head, 0)
  const whole = createPrefixedSource(head.subarray(0, length), source)
  const compression = detectCompression(head.subarray(0, length), '')
  return compression === null ? whole : decompress(whole, compression, `${file.name}:${entry.name}`)
}
