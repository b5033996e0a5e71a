import { openInputFile, type Input } from '../../io/input.ts'
import type { Database } from '../../store/database.ts'
import { RunsError } from './errors.ts'
import {
  addChunk,
  completeUpload,
  forgetOldUploads,
  insertUpload,
  readChunk,
  readUpload,
  removeUpload,
  type Upload,
} from './sql/upload-rows.ts'
import { withTemporaryFile } from './temporary-file.ts'

export type { Upload } from './sql/upload-rows.ts'

/** Large enough that a file needs few rows, small enough that no other writer waits long. */
const CHUNK_BYTES = 262_144

/** Stores a file while it arrives. If the sender stops before its end, nothing is kept. */
export async function saveUpload(
  database: Database,
  {
    name,
    by,
    body,
    now,
  }: {
    readonly name: string
    readonly by: string
    readonly body: AsyncIterable<Uint8Array>
    readonly now: number
  },
): Promise<Upload> {
  await database.transaction((transaction) => forgetOldUploads(transaction, now))
  const id = await database.transaction((transaction) => insertUpload(transaction, { name, by }, now))
  try {
    let [bytes, chunk] = [0, 0]
    for await (const part of regroup(body)) {
      const position = chunk
      await database.transaction((transaction) => addChunk(transaction, id, position, part))
      bytes += part.length
      chunk += 1
    }
    await database.transaction((transaction) => completeUpload(transaction, id, bytes))
    return { id, name, bytes }
  } catch (error) {
    await database.transaction((transaction) => removeUpload(transaction, id)).catch(() => undefined)
    throw error
  }
}

/** Regroups pieces of any size into chunks. */
async function* regroup(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunk = new Uint8Array(CHUNK_BYTES)
  let filled = 0
  for await (const piece of body) {
    for (let taken = 0; taken < piece.length;) {
      const part = piece.subarray(taken, taken + CHUNK_BYTES - filled)
      chunk.set(part, filled)
      filled += part.length
      taken += part.length
      if (filled < CHUNK_BYTES) continue
      yield chunk
      chunk = new Uint8Array(CHUNK_BYTES)
      filled = 0
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled)
}

/** Throws if there is no such upload, or it has been removed. */
export async function requireUpload(database: Database, id: number): Promise<Upload> {
  const upload = await readUpload(database, id)
  if (upload === null) throw new RunsError('upload/not-found', { thing: `upload ${id}` })
  return upload
}

/** Writes an upload to a temporary file, so that it can be read more than once, and removes the file when `use` has ended. */
export async function withUpload<T>(
  database: Database,
  id: number,
  signal: AbortSignal,
  use: (input: Input, path: string) => Promise<T>,
): Promise<T> {
  const upload = await requireUpload(database, id)
  return withTemporaryFile(readChunks(database, id), signal, async (path) =>
    use(await openInputFile(path, { name: upload.name, mayBeBinary: true }), path),
  )
}

async function* readChunks(database: Database, id: number): AsyncGenerator<Uint8Array> {
  for (let chunk = 0; ; chunk += 1) {
    const bytes = await readChunk(database, id, chunk)
    if (bytes === null) return
    yield bytes
  }
}
