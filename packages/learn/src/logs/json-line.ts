import { parseJsonObject } from '@canonist/lists/internal/io/json-object'
import { rejectLine } from '@canonist/lists/internal/io/line-outcome'
import type { LineReader } from './line-reader.ts'
import { chooseNames, createRecord, type RawFields } from './record-fields.ts'

/** Receives the names of a log's first record. */
export type OnNames = (names: readonly string[]) => void

/** `{"url":"https://example.com/","status":200,"contentHash":"…"}` */
export function createJsonReader(onNames: OnNames): LineReader {
  let isFirst = true
  return (line) => {
    const members = readMembers(line)
    if (members === null) return rejectLine('line/invalid-json', line)
    if (isFirst) onNames(Object.keys(members))
    isFirst = false
    return createRecord(pickFields(members), line)
  }
}

/** The members that are fields of a record; null if the text is not a JSON object. */
export function readJsonFields(text: string): RawFields | null {
  const members = readMembers(text)
  return members === null ? null : pickFields(members)
}

/** Nearly all records of a log have the same names, so they are matched with fields once. */
let last = { names: '', chosen: chooseNames([]) }

function pickFields(members: Readonly<Record<string, unknown>>): RawFields {
  const keys = Object.keys(members)
  const names = keys.join('\n')
  if (names !== last.names) last = { names, chosen: chooseNames(keys) }
  const fields: RawFields = {}
  for (const [field, name] of last.chosen) fields[field] = members[name]
  return fields
}

/** Crawlee and similar crawlers put the data of a fetch into an inner object. */
const INNER = ['crawl', 'request', 'response', 'metadata', '#debug']

/** Adds the members of inner objects, unless the record has a member of the same name. */
function readMembers(text: string): Readonly<Record<string, unknown>> | null {
  const members = parseJsonObject(text)
  if (members === null) return null
  const inner = INNER.map((name) => members[name]).filter((value) => typeof value === 'object' && value !== null)
  return inner.length === 0 ? members : { ...Object.assign({}, ...inner.toReversed()), ...members }
}
