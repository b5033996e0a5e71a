import { Buffer } from 'node:buffer'
import { rejectLine, type RejectedLine } from '@canonist/lists/internal/io/line-outcome'
import type { CrawlRecord } from '../log/types.ts'
import type { LineReading } from './line-reader.ts'

export type RecordField = keyof CrawlRecord
/** Values as a log has them: texts, or numbers where it is JSON. */
export type RawFields = Partial<Record<RecordField, unknown>>

/**
 * Names by which crawlers and tools call a field, without case and punctuation. Where a log has several of them, the first in this
 * order counts; a field's own name comes first, but for `status`, in which many tools write words.
 */
export const FIELD_NAMES: Readonly<Record<RecordField, readonly string[]>> = {
  url: ['address', 'uri', 'originalurl', 'original', 'pageurl', 'toppages', 'page'],
  contentHash: ['contentdigest', 'digest', 'sha256', 'sha1', 'md5', 'checksum', 'hash'],
  simhash: [],
  // Not `length`: in the indexes of web archives that is the length of a compressed record.
  size: ['sizebytes', 'contentlength', 'bytes', 'pagesize'],
  mediaType: ['contentmimedetected', 'mimedetected', 'contentmimetype', 'mimetype', 'mime', 'contenttype'],
  status: ['statuscode', 'httpstatuscode', 'fetchstatus', 'httpresponsecode', 'responsecode', 'httpstatus'],
  redirect: [
    'redirecturl',
    'redirectto',
    'redirectedto',
    'redirectdestination',
    'redirectdestinationurl',
    'fetchredirect',
    'location',
    'loadedurl',
    'finalurl',
  ],
  canonical: ['canonicalurl', 'canonicallinkelement1', 'canonicallink', 'relcanonical', 'userdeclaredcanonical'],
}

/** The fields by name, and how soon each name counts. */
const FIELD_BY_NAME = new Map<string, { readonly field: RecordField; readonly rank: number }>()
for (const [field, names] of Object.entries(FIELD_NAMES)) {
  const all = field === 'status' ? [...names, field] : [foldName(field), ...names]
  for (const [rank, name] of all.entries()) FIELD_BY_NAME.set(name, { field: field as RecordField, rank })
}

function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

export const isSameName = (name: string, other: string): boolean => foldName(name) === foldName(other)

/** Which of the names of a log means which field: where several do, the one that counts first. */
export function chooseNames(names: readonly string[]): Map<RecordField, string> {
  const chosen = new Map<RecordField, { readonly name: string; readonly rank: number }>()
  for (const name of names) {
    const found = FIELD_BY_NAME.get(foldName(name))
    if (found === undefined) continue
    const before = chosen.get(found.field)
    if (before === undefined || found.rank < before.rank) chosen.set(found.field, { name, rank: found.rank })
  }
  return new Map([...chosen].map(([field, { name }]) => [field, name]))
}

/** The values that logs write for a missing field. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '' || value === '-'

/** Creates a record from the raw values of a log; `line` is shown if they are invalid. */
export function createRecord(raw: RawFields, line: string): LineReading {
  const url = toText(raw.url)?.trim()
  if (url === undefined) return rejectLine('line/no-url', line)
  if (!/^https?:/i.test(url)) return /^[a-z][a-z0-9+.-]*:/i.test(url) ? null : rejectLine('line/no-url', line)
  const [size, status, simhash] = [toCount(raw.size), toCount(raw.status), toSimhash(raw.simhash)]
  if (size === null || status === null || simhash === null) return rejectLine('line/invalid-field', line)
  const [contentHash, redirect, canonical] = [toText(raw.contentHash), toText(raw.redirect), toText(raw.canonical)]
  const mediaType = toMediaType(raw.mediaType)
  // Crawlers that follow redirects write where they ended, which is the URL itself where there was none.
  return {
    url,
    contentHash,
    simhash,
    size,
    mediaType,
    status,
    redirect: redirect === url ? undefined : redirect,
    canonical,
  }
}

/** A copy: a slice of a line would keep the whole piece of the file in memory for as long as a learner keeps the URL. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return isAbsent(value) || typeof value !== 'string' ? undefined : Buffer.from(value).toString()
}

/** Without parameters. The type that archives write for repeated records is ignored. */
function toMediaType(value: unknown): string | undefined {
  const type = toText(value)?.split(';', 1)[0]?.trim().toLowerCase()
  return type === undefined || !type.includes('/') || type === 'warc/revisit' ? undefined : type
}

/** Null if it is not a count. */
function toCount(value: unknown): number | null | undefined {
  if (isAbsent(value)) return undefined
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

function toSimhash(value: unknown): string | null | undefined {
  if (isAbsent(value)) return undefined
  const digits = typeof value === 'string' ? /^(?:0x)?([0-9a-f]{16})$/i.exec(value)?.[1] : undefined
  return digits === undefined ? null : digits.toLowerCase()
}

export function isRejected(verdict: CrawlRecord | RejectedLine): verdict is RejectedLine {
  return 'ok' in verdict
}
