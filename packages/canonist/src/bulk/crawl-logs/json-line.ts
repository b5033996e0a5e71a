import { parseJsonObject } from '../json-object.ts'
import { rejectLine } from '../outcome.ts'
import type { LineVerdict } from './line-reader.ts'
import { fieldNamed, isSameName, recordFrom, type RawFields } from './record-fields.ts'

/** `{"url":"https://example.com/","status":200,"contentHash":"…"}` */
export function readJsonLine(line: string): LineVerdict {
  const fields = fieldsOfJson(line)
  return fields === null ? rejectLine('line/invalid-json', line) : recordFrom(fields, line)
}

/** The members that mean something, or null where the text is no JSON object. */
export function fieldsOfJson(text: string): RawFields | null {
  const members = parseJsonObject(text)
  if (members === null) return null
  const fields: RawFields = {}
  for (const [name, value] of Object.entries(members)) {
    const field = fieldNamed(name)
    if (field !== null && (fields[field] === undefined || isSameName(name, field))) fields[field] = value
  }
  return fields
}
