import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openInputFile, type Input } from '@canonist/lists/internal/io/input'
import type { Database, Transaction } from '@canonist/registry/internal/store/database'
import {
  readCursor,
  readLimit,
  toPart,
  type ListPart,
  type PartOptions,
} from '@canonist/registry/internal/store/list-part'
import { RunsError } from './errors.ts'
import {
  addChunk,
  completeUpload,
  forgetOldUploads,
  insertUpload,
  isInUse,
  isWanted,
  lockUploads,
  readChunk,
  readUpload,
  readUploadsBefore,
  readUsage,
  removeUpload,
  useUpload,
  type StoredUpload,
  type Upload,
} from './uploads.sql.ts'

export type { Upload } from './uploads.sql.ts'

/** Large enough that a file needs few rows, small enough that no other writer waits long. */
const CHUNK_BYTES = 262_144

/** How much may be stored. */
export interface UploadQuota {
  /** In bytes, of all callers together. */
  readonly total: number
  /** Of one caller. */
  readonly own: number
  /** The error for an upload that does not fit. */
  readonly refuse: (detail: string) => Error
}

/** Empty files take room, too. */
export const MAX_UPLOADS = 1000

export interface NewUpload {
  readonly name: string
  /** The name of the token that sends it. */
  readonly by: string
  readonly body: AsyncIterable<Uint8Array>
  /** How long the sender says that it is. */
  readonly length?: number | undefined
  readonly now: () => number
  /** Without one, everything fits. */
  readonly quota?: UploadQuota | undefined
}

/** Stores a file while it arrives. If the sender stops before its end, or it does not fit, nothing is kept. */
export async function saveUpload(
  database: Database,
  { name, by, body, length = 0, now, quota }: NewUpload,
): Promise<Upload> {
  await database.transaction((transaction) => forgetOldUploads(transaction, now()))
  const id = await database.transaction(async (transaction) => {
    await lockUploads(transaction)
    const added = await insertUpload(transaction, { name, by }, now())
    await requireRoom(transaction, by, length, quota)
    return added
  })
  try {
    let [bytes, chunk] = [0, 0]
    for await (const part of regroup(body)) {
      const position = chunk
      await database.transaction(async (transaction) => {
        await lockUploads(transaction)
        requireKept(id, await addChunk(transaction, { id, chunk: position, bytes: part }, now()))
        await requireRoom(transaction, by, 0, quota)
      })
      bytes += part.length
      chunk += 1
    }
    requireKept(id, await database.transaction((transaction) => completeUpload(transaction, id, now())))
    return { id, name, bytes }
  } catch (error) {
    await database.transaction((transaction) => removeUpload(transaction, id)).catch(() => undefined)
    throw error
  }
}

/** Throws if what is stored by now, and is still to come, does not fit. The transaction is rolled back then. */
async function requireRoom(
  transaction: Transaction,
  by: string,
  length: number,
  quota: UploadQuota | undefined,
): Promise<void> {
  if (quota === undefined) return
  const { bytes, ownBytes, ownUploads } = await readUsage(transaction, by)
  if (ownUploads > MAX_UPLOADS) throw quota.refuse(`a token has at most ${formatNumber(MAX_UPLOADS)} uploads`)
  if (ownBytes + length > quota.own)
    throw quota.refuse(`the uploads of a token have at most ${formatNumber(quota.own)} bytes`)
  if (bytes + length > quota.total)
    throw quota.refuse(`all uploads together have at most ${formatNumber(quota.total)} bytes`)
}

const formatNumber = (count: number): string => count.toLocaleString('en')

/** An upload can be deleted while it arrives. */
function requireKept(id: number, isKept: boolean): void {
  if (!isKept) throw new RunsError('upload/not-found', { thing: `upload ${id}`, detail: 'it was deleted meanwhile' })
}

/** A part of the uploads, the newest first. */
export async function listUploads(database: Database, options: PartOptions): Promise<ListPart<StoredUpload>> {
  const limit = readLimit(options)
  const [before = Number.MAX_SAFE_INTEGER] = readCursor(options, ['integer']) ?? []
  const uploads = await readUploadsBefore(database, Number(before), limit + 1)
  return toPart(uploads, limit, ({ id }) => [id])
}

/** Throws if there is no such upload, or a run is reading it. */
export async function deleteUpload(database: Database, id: number, now: number): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await useUpload(transaction, id, now))) throw new RunsError('upload/not-found', { thing: `upload ${id}` })
    if (await isInUse(transaction, id)) throw new RunsError('upload/in-use', { thing: `upload ${id}` })
    await removeUpload(transaction, id)
  })
}

/** The upload that a run reads, by the options of the run. */
export function findUploadId({ upload }: Readonly<Record<string, unknown>>): number | null {
  return typeof upload === 'number' ? upload : null
}

/** A run has ended: its upload goes with the last run that is done with it, or is kept from now on for another run. */
export async function releaseUpload(transaction: Transaction, id: number, now: number): Promise<void> {
  await useUpload(transaction, id, now)
  if (!(await isWanted(transaction, id))) await removeUpload(transaction, id)
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

/** Writes chunks to a temporary file that only this user can read, and removes it when `use` has ended. */
export async function withTemporaryFile<T>(
  chunks: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'canonist-run-'))
  try {
    const path = join(folder, 'input')
    await pipeline(Readable.from(chunks), createWriteStream(path, { mode: 0o600 }), { signal })
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
