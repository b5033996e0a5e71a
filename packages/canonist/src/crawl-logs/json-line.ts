import { parseJsonObject } from '../io/json-object.ts'
import { rejectLine } from '../io/outcome.ts'
import type { LineReader } from './line-reader.ts'
import { chooseNames, recordFrom, type RawFields } from './record-fields.ts'

/** Hears the names of a log's first record. */
export type OnNames = (names: readonly string[]) => void

/** `{"url":"https://example.com/","status":200,"contentHash":"…"}` */
export function createJsonReader(onNames: OnNames): LineReader {
  let isFirst = true
  return (line) => {
    const members = membersOf(line)
    if (members === null) return rejectLine('line/invalid-json', line)
    if (isFirst) onNames(Object.keys(members))
    isFirst = false
    return recordFrom(pick(members), line)
  }
}

/** The members that mean something, or null where the text is no JSON object. */
export function fieldsOfJson(text: string): RawFields | null {
  const members = membersOf(text)
  return members === null ? null : pick(members)
}

/** Nearly all records of a log have the same names: what these mean is found out once. */
let last = { names: '', chosen: chooseNames([]) }

function pick(members: Readonly<Record<string, unknown>>): RawFields {
  const keys = Object.keys(members)
  const names = keys.join('\n')
  if (names !== last.names) last = { names, chosen: chooseNames(keys) }
  const fields: RawFields = {}
  for (const [field, name] of last.chosen) fields[field] = members[name]
  return fields
}

/** Crawlee and its kin keep what they know of a fetch in an object of its own. */
const INNER = ['crawl', 'request', 'response', 'metadata', '#debug']

/** With the members of inner objects, where the record has none of the same name itself. */
function membersOf(text: string): Readonly<Record<string, unknown>> | null {
  const members = parseJsonObject(text)
  if (members === null) return null
  const inner = INNER.map((name) => members[name]).filter((value) => typeof value === 'object' && value !== null)
  return inner.length === 0 ? members : { ...Object.assign({}, ...inner.toReversed()), ...members }
}
