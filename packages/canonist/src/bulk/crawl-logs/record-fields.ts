import { Buffer } from 'node:buffer'
import { rejectLine, type Rejected } from '../outcome.ts'
import type { CrawlRecord } from '@canonist/core/learn'
import type { LineVerdict } from './line-reader.ts'

export type RecordField = keyof CrawlRecord
/** Values as a log has them: texts, or numbers where it is JSON. */
export type RawFields = Partial<Record<RecordField, unknown>>

/** Other names by which crawlers and tools call a field, without case and punctuation; its own name beats them. */
export const OTHER_NAMES: Readonly<Record<RecordField, readonly string[]>> = {
  url: ['uri', 'originalurl', 'original', 'address'],
  contentHash: ['digest', 'contentdigest', 'hash', 'checksum', 'md5', 'sha1', 'sha256'],
  simhash: [],
  // Not `length`: in the indexes of web archives that is the length of a compressed record.
  size: ['contentlength', 'bytes', 'sizebytes'],
  status: ['statuscode', 'httpstatus', 'httpstatuscode', 'responsecode'],
  redirect: ['redirecturl', 'redirectto', 'location'],
  canonical: ['canonicalurl', 'relcanonical', 'canonicallinkelement1'],
}

const FIELD_OF = new Map<string, RecordField>()
for (const [field, names] of Object.entries(OTHER_NAMES)) {
  for (const name of [foldName(field), ...names]) FIELD_OF.set(name, field as RecordField)
}

function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** The field that a column or a member means, or null. */
export function fieldNamed(name: string): RecordField | null {
  return FIELD_OF.get(name) ?? FIELD_OF.get(foldName(name)) ?? null
}

export const isSameName = (name: string, other: string): boolean => foldName(name) === foldName(other)

/** What a log writes where it has nothing to say. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '' || value === '-'

/** A record of values as they stand in a log; `line` is what is shown of it where they make none. */
export function recordFrom(raw: RawFields, line: string): LineVerdict {
  const url = textOf(raw.url)?.trim()
  if (url === undefined) return rejectLine('line/no-url', line)
  if (!/^https?:/i.test(url)) return /^[a-z][a-z0-9+.-]*:/i.test(url) ? null : rejectLine('line/no-url', line)
  const [size, status, simhash] = [countOf(raw.size), countOf(raw.status), simhashOf(raw.simhash)]
  if (size === null || status === null || simhash === null) return rejectLine('line/invalid-field', line)
  const [contentHash, redirect, canonical] = [textOf(raw.contentHash), textOf(raw.redirect), textOf(raw.canonical)]
  return { url, contentHash, simhash, size, status, redirect, canonical }
}

/** A copy: a slice of a line would keep the whole piece of the file in memory for as long as a learner keeps the URL. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return isAbsent(value) || typeof value !== 'string' ? undefined : Buffer.from(value).toString()
}

/** Null where it is no count. */
function countOf(value: unknown): number | null | undefined {
  if (isAbsent(value)) return undefined
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

function simhashOf(value: unknown): string | null | undefined {
  if (isAbsent(value)) return undefined
  const digits = typeof value === 'string' ? /^(?:0x)?([0-9a-f]{16})$/i.exec(value)?.[1] : undefined
  return digits === undefined ? null : digits.toLowerCase()
}

export function isRejected(verdict: CrawlRecord | Rejected): verdict is Rejected {
  return 'ok' in verdict
}
