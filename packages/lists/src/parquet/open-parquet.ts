import { Buffer } from 'node:buffer'
import { parquetMetadata, type FileMetaData, type SchemaTree } from 'hyparquet'
import { createDamageError, createUnsupportedError, decode } from './errors.ts'
import { PagePool } from './page-memory.ts'
import { readRawFooter, type RawFooter } from './raw-footer.ts'
import { listLeaves, readSchemaTree, type Leaf } from './leaves.ts'
import { findChunkEnd, findChunkStart, type Chunk } from './page-reader.ts'
import type { RandomAccess } from '../io/random-access.ts'

/** A Parquet file whose footer has been read. */
export interface ParquetFile {
  readonly file: RandomAccess
  readonly metadata: FileMetaData
  /** The same footer, with everything that the library does not know. */
  readonly raw: RawFooter
  readonly root: SchemaTree
  readonly leaves: readonly Leaf[]
  /** The memory for its columns. */
  readonly pool: PagePool
}

const MAGIC = 'PAR1'
const ENCRYPTED_MAGIC = 'PARE'
/** The length of the footer, and the magic. */
const END_BYTES = 8

export async function openParquet(file: RandomAccess): Promise<ParquetFile> {
  const start = Buffer.from(await file.read(0, MAGIC.length)).toString('latin1')
  if (start !== MAGIC && start !== ENCRYPTED_MAGIC)
    throw createUnsupportedError(file.name, 'It is not a Parquet file.', 'Name its format with --input-format.')
  const end = Buffer.from(await file.read(Math.max(0, file.size - END_BYTES), file.size))
  const magic = end.toString('latin1', 4)
  if (magic === ENCRYPTED_MAGIC)
    throw createUnsupportedError(file.name, 'Its footer is encrypted.', 'Decrypt it and give that.')
  if (end.length < END_BYTES || magic !== MAGIC)
    throw createDamageError(file.name, 'it has no footer, so its end may be missing')
  const length = end.readUInt32LE(0)
  if (length + END_BYTES > file.size) throw createDamageError(file.name, 'its footer is longer than the file')
  const footer = await file.read(file.size - length - END_BYTES, file.size)
  return decode(file.name, () => {
    const metadata = parquetMetadata(footer, { geoparquet: false })
    const root = readSchemaTree(metadata.schema)
    return { file, metadata, raw: readRawFooter(footer), root, leaves: listLeaves(root), pool: new PagePool() }
  })
}

/** The values of a leaf in a row group. */
export function openChunk({ file, metadata, pool }: ParquetFile, group: number, leaf: Leaf): Chunk {
  const chunk = metadata.row_groups[group]?.columns[leaf.index]
  if (chunk?.meta_data === undefined || chunk.crypto_metadata !== undefined)
    throw createUnsupportedError(
      file.name,
      `Its column ${leaf.path.join('.')} is encrypted.`,
      'Decrypt it and give that.',
    )
  if (chunk.file_path !== undefined)
    throw createUnsupportedError(file.name, 'Its columns are in other files.', 'Give those files.')
  const [start, end] = [findChunkStart(chunk.meta_data), findChunkEnd(chunk.meta_data)]
  // In a row group without rows, the offsets mean nothing.
  if (chunk.meta_data.num_values !== 0n && (start < MAGIC.length || end < start || end > file.size))
    throw createDamageError(file.name, `its column ${leaf.path.join('.')} lies outside of the file`)
  return { file, leaf, metadata: chunk.meta_data, pool }
}
