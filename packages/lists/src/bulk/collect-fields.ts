import { Buffer } from 'node:buffer'
import type { Input } from '../io/input.ts'
import { readValue, splitMembers } from '../io/json-members.ts'
import { isTooDeep } from '../io/json-depth.ts'
import { parseJsonObject } from '../io/json-object.ts'
import { BLOCK_BYTES, LineBlocks } from '../io/line-blocks.ts'
import { readLines } from '../io/lines.ts'

/**
 * The type that all values of a field have; `mixed` if they differ or no type holds them exactly, null if all are null. A `long` is an integer of
 * 64 bits that a floating-point number would round.
 */
export type FieldKind = 'text' | 'truth' | 'integer' | 'long' | 'number' | 'structure' | 'mixed' | null

/** Collects the fields of all records of JSON lines, in order of first appearance. */
export async function collectFields(inputs: readonly Input[]): Promise<Map<string, FieldKind>> {
  const fields = new Map<string, FieldKind>()
  for (const input of inputs) {
    await input.read(async (source) => {
      const memory = Buffer.allocUnsafeSlow(BLOCK_BYTES)
      const blocks = new LineBlocks(source, () => memory)
      for (let block = await blocks.next(); block !== null; block = await blocks.next()) {
        for (const line of readLines(block)) {
          // Neither is read as a record: see `judgeRecord`.
          if (typeof line !== 'string' || isTooDeep(line)) continue
          for (const [name, value] of Object.entries(parseJsonObject(line) ?? {})) {
            const kind = readKind(value)
            // Not `??`: the kind of null is null.
            const exact = kind === undefined ? readLargeKind(line, name) : kind
            fields.set(name, joinKinds(fields.get(name) ?? null, exact))
          }
        }
      }
    })
  }
  return fields
}

/** Undefined for a number that may have lost digits when it was parsed. */
function readKind(value: unknown): FieldKind | undefined {
  if (value === null) return null
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'truth'
  if (typeof value !== 'number') return 'structure'
  if (Number.isSafeInteger(value)) return 'integer'
  return Number.isFinite(value) && !Number.isInteger(value) ? 'number' : undefined
}

/** The kind of a large number, by its digits. */
function readLargeKind(line: string, name: string): FieldKind {
  // Of two members with the same name, the last one counts, as in JSON.parse.
  const member = splitMembers(line).findLast((each) => each.name === name)
  const digits = member === undefined ? '' : readValue(member)
  if (!/^-?\d+$/.test(digits)) return Number.isFinite(Number(digits)) ? 'number' : 'mixed'
  return BigInt.asIntN(64, BigInt(digits)) === BigInt(digits) ? 'long' : 'mixed'
}

function joinKinds(known: FieldKind, next: FieldKind): FieldKind {
  if (known === null || known === next) return next
  if (next === null) return known
  const kinds = new Set([known, next])
  if (kinds.has('integer') && kinds.has('long')) return 'long'
  return kinds.has('integer') && kinds.has('number') ? 'number' : 'mixed'
}
