import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { Dialect, Session, Transaction } from '@canonist/registry/internal/store/database'

/** A file that a caller sent for a run. It is stored in the database, so that a server on another machine can read it. */
export interface Upload {
  readonly id: number
  readonly name: string
  readonly bytes: number
}

/** The same with all that is known of it. */
export interface StoredUpload extends Upload {
  /** False while it is being received. */
  readonly isComplete: boolean
  /** The name of the token that sent it. */
  readonly uploadedBy: string
  /** ISO 8601. */
  readonly createdAt: string
  /** The newest run that reads it. */
  readonly run: number | null
}

/** After this long without use, an upload is removed; a run that is queued, running or interrupted keeps its upload longer. */
export const UPLOAD_KEPT_MS = 7 * 24 * 3_600_000

/** After this long without another chunk, the process that received an upload has ended. */
const SILENCE_MS = 3_600_000

/** Uploads that no run needs any more, and those whose receiver has died. */
export async function forgetOldUploads(transaction: Transaction, now: number): Promise<void> {
  const old = `
    select id from uploads u
    where case when is_complete = 1 then u.created_at < $1 and u.used_at < $1 else u.created_at < $2 and u.used_at < $2 end
      and not exists (
        select 1 from service_runs r where r.upload_id = u.id and r.state in ('queued', 'running', 'interrupted'))`
  const before = [now - UPLOAD_KEPT_MS, now - SILENCE_MS]
  await transaction.run(`delete from upload_chunks where upload_id in (${old})`, before)
  await transaction.run(`delete from uploads where id in (${old})`, before)
}

/** Called before uploads are counted: until the commit, no other transaction adds to them. (SQLite has one writer at a time.) */
export async function lockUploads(transaction: Transaction): Promise<void> {
  if (transaction.dialect === 'postgres') await transaction.run('lock table uploads in share row exclusive mode')
}

/**
 * The id of a new upload, which no other one had before: a run or a person may still name that. SQLite itself would give the newest one
 * again after its upload was deleted. An older version inserts without the clock.
 */
const TAKE_ID: Readonly<Record<Dialect, string>> = {
  sqlite: `update upload_clock set last_upload = max(last_upload, (select coalesce(max(id), 0) from uploads)) + 1
     where id = 1 returning last_upload as id`,
  postgres: `select nextval(pg_get_serial_sequence('uploads', 'id')) as id`,
}

/** Returns its id. */
export async function insertUpload(
  transaction: Transaction,
  { name, by }: { readonly name: string; readonly by: string },
  now: number,
): Promise<number> {
  const [taken] = await transaction.all<{ readonly id: number }>(TAKE_ID[transaction.dialect])
  if (taken === undefined) throw new Error('upload_clock has no row')
  await transaction.run(
    'insert into uploads (id, name, bytes, uploaded_by, created_at, used_at) values ($1, $2, 0, $3, $4, $4)',
    [taken.id, name, by, now],
  )
  return taken.id
}

export interface UploadUsage {
  /** Of all uploads, also of those that are being received. */
  readonly bytes: number
  /** Of one token. */
  readonly ownBytes: number
  readonly ownUploads: number
}

export async function readUsage(session: Session, by: string): Promise<UploadUsage> {
  const [row] = await session.all<{ readonly bytes: number; readonly own_bytes: number; readonly own_uploads: number }>(
    `select cast(coalesce(sum(bytes), 0) as bigint) as bytes,
       cast(coalesce(sum(case when uploaded_by = $1 then bytes end), 0) as bigint) as own_bytes,
       count(case when uploaded_by = $1 then 1 end) as own_uploads
     from uploads`,
    [by],
  )
  return { bytes: row?.bytes ?? 0, ownBytes: row?.own_bytes ?? 0, ownUploads: row?.own_uploads ?? 0 }
}

/** Appends a chunk; false if the upload was deleted meanwhile. */
export async function addChunk(
  transaction: Transaction,
  { id, chunk, bytes }: { readonly id: number; readonly chunk: number; readonly bytes: Uint8Array },
  now: number,
): Promise<boolean> {
  const grown = await transaction.run('update uploads set bytes = bytes + $2, used_at = $3 where id = $1', [
    id,
    bytes.length,
    now,
  ])
  if (grown === 0) return false
  await transaction.run('insert into upload_chunks (upload_id, chunk, bytes) values ($1, $2, $3)', [id, chunk, bytes])
  return true
}

/** False if the upload was deleted meanwhile. */
export async function completeUpload(transaction: Transaction, id: number, now: number): Promise<boolean> {
  return (await transaction.run('update uploads set is_complete = 1, used_at = $2 where id = $1', [id, now])) > 0
}

/** Keeps others from starting a run on it or removing it until the commit; false if there is none. */
export async function useUpload(transaction: Transaction, id: number, now: number): Promise<boolean> {
  return (await transaction.run('update uploads set used_at = $2 where id = $1', [id, now])) > 0
}

export async function removeUpload(transaction: Transaction, id: number): Promise<void> {
  await transaction.run('delete from upload_chunks where upload_id = $1', [id])
  await transaction.run('delete from uploads where id = $1', [id])
}

/** Whether a run is reading it, or waits to. To be asked after `useUpload`, so that none begins meanwhile. */
export async function isInUse(session: Session, id: number): Promise<boolean> {
  const rows = await session.all(
    `select 1 from service_runs where upload_id = $1 and state in ('queued', 'running') limit 1`,
    [id],
  )
  return rows.length > 0
}

/** Whether a run is not done with it: one that was interrupted, was cancelled or failed may be resumed. */
export async function isWanted(session: Session, id: number): Promise<boolean> {
  const rows = await session.all(`select 1 from service_runs where upload_id = $1 and state <> 'done' limit 1`, [id])
  return rows.length > 0
}

export async function readUpload(session: Session, id: number): Promise<Upload | null> {
  const [row] = await session.all<Upload>('select id, name, bytes from uploads where id = $1 and is_complete = 1', [id])
  return row ?? null
}

interface UploadRow extends Upload {
  readonly is_complete: number
  readonly uploaded_by: string
  readonly created_at: number
  readonly run: number | null
}

/** The newest first. */
export async function readUploadsBefore(session: Session, id: number, limit: number): Promise<StoredUpload[]> {
  const rows = await session.all<UploadRow>(
    `select id, name, bytes, is_complete, uploaded_by, created_at,
       (select max(r.id) from service_runs r where r.upload_id = u.id) as run
     from uploads u where id < $1 order by id desc limit $2`,
    [id, limit],
  )
  return rows.map(toStoredUpload)
}

function toStoredUpload(row: UploadRow): StoredUpload {
  const { id, name, bytes, run, uploaded_by: uploadedBy } = row
  return { id, name, bytes, isComplete: row.is_complete === 1, uploadedBy, createdAt: isoTime(row.created_at), run }
}

export async function readChunk(session: Session, uploadId: number, chunk: number): Promise<Uint8Array | null> {
  const [row] = await session.all<{ readonly bytes: Uint8Array }>(
    'select bytes from upload_chunks where upload_id = $1 and chunk = $2',
    [uploadId, chunk],
  )
  return row?.bytes ?? null
}
