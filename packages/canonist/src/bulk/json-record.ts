import type { Judge } from './judge.ts'
import { membersOf } from './json-members.ts'
import { verdict } from './line-format.ts'
import { rejectLine, type Outcome, type Rejected } from './outcome.ts'

/** The names that the output adds; a record's own members of these names give way to them. */
const ADDED = new Set(['input', 'url', 'key', 'changes', 'error'])

/** A record with what became of the URL in its column. */
export interface JudgedRecord {
  readonly outcome: Outcome
  /** The record's line of output. */
  write(): string
}

/** Reads a line of JSON lines and judges the text in `column`. */
export function judgeRecord(line: string | Rejected, column: string, judge: Judge): JudgedRecord {
  if (typeof line !== 'string') return { outcome: line, write: () => write([], line, line.input) }
  const record = parseObject(line)
  if (record === null) {
    const outcome = rejectLine('line/invalid-json', line)
    return { outcome, write: () => write([], outcome, line) }
  }
  const value = Object.hasOwn(record, column) ? record[column] : null
  const outcome = typeof value === 'string' ? judge(value) : rejectLine('line/no-column', line)
  return { outcome, write: () => write(kept(line), outcome, value ?? null) }
}

function parseObject(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? { ...value } : null
  } catch {
    return null
  }
}

function kept(line: string): string[] {
  return membersOf(line)
    .filter(({ name }) => !ADDED.has(name))
    .map(({ text }) => text)
}

function write(members: readonly string[], outcome: Outcome, input: unknown): string {
  const added = JSON.stringify({ input, ...verdict(outcome) }).slice(1, -1)
  return `{${[...members, added].join(',')}}`
}
