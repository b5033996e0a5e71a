import { Buffer } from 'node:buffer'
import type { Input } from '../io/input.ts'
import { parseJsonObject } from '../io/json-object.ts'
import { BLOCK_BYTES, LineBlocks } from '../io/line-blocks.ts'
import { readLines } from '../io/lines.ts'

/** The type that all values of a field have; `mixed` if they differ, null if all are null. */
export type FieldKind = 'text' | 'truth' | 'integer' | 'number' | 'structure' | 'mixed' | null

/** Collects the fields of all records of JSON lines, in order of first appearance. */
export async function collectFields(inputs: readonly Input[]): Promise<Map<string, FieldKind>> {
  const fields = new Map<string, FieldKind>()
  for (const input of inputs) {
    await input.read(async (source) => {
      const memory = Buffer.allocUnsafeSlow(BLOCK_BYTES)
      const blocks = new LineBlocks(source, () => memory)
      for (let block = await blocks.next(); block !== null; block = await blocks.next()) {
        for (const line of readLines(block)) {
          const record = typeof line === 'string' ? parseJsonObject(line) : null
          for (const [name, value] of Object.entries(record ?? {})) {
            fields.set(name, joinKinds(fields.get(name) ?? null, readKind(value)))
          }
        }
      }
    })
  }
  return fields
}

function readKind(value: unknown): FieldKind {
  if (value === null) return null
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'truth'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number'
  return 'structure'
}

function joinKinds(known: FieldKind, next: FieldKind): FieldKind {
  if (known === null || known === next) return next
  if (next === null) return known
  const areNumbers = [known, next].every((kind) => kind === 'integer' || kind === 'number')
  return areNumbers ? 'number' : 'mixed'
}
