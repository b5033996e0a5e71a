import type { Session, Transaction } from '../../../store/database.ts'

/** A file that a caller sent for a run. It is stored in the database, so that a server on another machine can read it. */
export interface Upload {
  readonly id: number
  readonly name: string
  readonly bytes: number
}

export const UPLOAD_KEPT_MS = 7 * 24 * 3_600_000

/** An upload may serve several runs, or one that is resumed later; after a week it is removed. */
export async function forgetOldUploads(transaction: Transaction, now: number): Promise<void> {
  const old = 'select id from uploads where created_at < $1'
  await transaction.run(`delete from upload_chunks where upload_id in (${old})`, [now - UPLOAD_KEPT_MS])
  await transaction.run(`delete from uploads where created_at < $1`, [now - UPLOAD_KEPT_MS])
}

export async function insertUpload(
  transaction: Transaction,
  { name, by }: { readonly name: string; readonly by: string },
  now: number,
): Promise<number> {
  const [row] = await transaction.all<{ readonly id: number }>(
    'insert into uploads (name, bytes, uploaded_by, created_at) values ($1, 0, $2, $3) returning id',
    [name, by, now],
  )
  if (row === undefined) throw new Error('an insert returned no row')
  return row.id
}

export async function addChunk(
  transaction: Transaction,
  uploadId: number,
  chunk: number,
  bytes: Uint8Array,
): Promise<void> {
  await transaction.run('insert into upload_chunks (upload_id, chunk, bytes) values ($1, $2, $3)', [
    uploadId,
    chunk,
    bytes,
  ])
}

export async function completeUpload(transaction: Transaction, id: number, bytes: number): Promise<void> {
  await transaction.run('update uploads set bytes = $2, is_complete = 1 where id = $1', [id, bytes])
}

export async function removeUpload(transaction: Transaction, id: number): Promise<void> {
  await transaction.run('delete from upload_chunks where upload_id = $1', [id])
  await transaction.run('delete from uploads where id = $1', [id])
}

export async function readUpload(session: Session, id: number): Promise<Upload | null> {
  const [row] = await session.all<Upload>('select id, name, bytes from uploads where id = $1 and is_complete = 1', [id])
  return row ?? null
}

export async function readChunk(session: Session, uploadId: number, chunk: number): Promise<Uint8Array | null> {
  const [row] = await session.all<{ readonly bytes: Uint8Array }>(
    'select bytes from upload_chunks where upload_id = $1 and chunk = $2',
    [uploadId, chunk],
  )
  return row?.bytes ?? null
}
