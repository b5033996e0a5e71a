import { definePolicy, policies, type Policy, type PolicyName, type PolicySpec } from '@canonist/core'
import type { BlockWork } from './block-work.ts'
import { createColumnWork } from './column-work.ts'
import { judgeRecord, type RecordColumn } from './json-record.ts'
import { createExplainingJudge, createJudge, resolveAgainst, type Judge } from './judge.ts'
import { createLineFormat } from './line-format.ts'
import { createLineWork, findRejection, type LineTask } from './line-work.ts'
import { createRecordFormat } from './record-format.ts'
import { listAddedColumns, type RecordOutput } from './record-output.ts'
import { createCellJudge, createDecodingJudge, createTableWork, keepsSpelling, type TableShape } from './table-work.ts'
import { createTextWork } from './text-work.ts'

/** What to do with every line or row: plain data, so that it can be sent to a worker thread. */
export interface NormalizeJob {
  /** The name of a built-in policy, or a spec that includes the files it extends. */
  readonly policy: PolicyName | PolicySpec
  readonly input: RecordInput
  readonly output: RecordOutput
  /** The URL to resolve relative URLs against; null rejects them. */
  readonly base: string | null
  readonly explains: boolean
  /** Whether the result of a block lists its rejected lines. */
  readonly keepsRejected: boolean
}

/** What blocks hold: URLs, JSON objects, or rows. */
export type RecordInput =
  | { readonly kind: 'text' }
  /** `names` are the fields of all records, if they are to be the columns of a table. */
  | ({ readonly kind: 'jsonl'; readonly names: readonly string[] | null } & RecordColumn)
  | { readonly kind: 'table'; readonly shape: TableShape }

/** @param policy the policy of the job if it is already defined, because defining a large one takes a second */
export function createNormalizeWork(job: NormalizeJob, policy: Policy): BlockWork {
  const { input, output, keepsRejected } = job
  if (input.kind === 'text' && isPlainText(job)) return createTextWork(policy, keepsRejected)
  const judge = createJobJudge(job, policy)
  if (input.kind === 'table') {
    const judgeCell = job.explains ? createDecodingJudge(judge) : createCellJudge(policy, judge)
    const work = createTableWork(input.shape, { output, judgeCell, keeper: null, keepsRejected })
    if (!rewritesInPlace(job, input.shape)) return work
    const columnWork = createColumnWork(policy, input.shape, keepsRejected)
    // Between bad rows, lines do not follow one another as the kernel numbers them.
    return (block, memory) => (block.bad?.length ? work(block, memory) : columnWork(block, memory))
  }
  const task = input.kind === 'text' ? createLineTask(output, judge) : createRecordTask(input, output, judge)
  return createLineWork(task, true, keepsRejected)
}

export function createJobJudge({ explains, base }: Pick<NormalizeJob, 'explains' | 'base'>, policy: Policy): Judge {
  const judge = explains ? createExplainingJudge(policy) : createJudge(policy)
  return base === null ? judge : resolveAgainst(base, judge)
}

export function resolvePolicy(policy: PolicyName | PolicySpec): Policy {
  return typeof policy === 'string' ? policies[policy] : definePolicy(policy)
}

function isPlainText({ output, base }: NormalizeJob): boolean {
  return output.format === 'text' && !output.withKey && base === null
}

function rewritesInPlace({ output, base, explains }: NormalizeJob, { dialect }: TableShape): boolean {
  const isTable = output.format === 'csv' || output.format === 'tsv'
  const keepsColumns = isTable && keepsSpelling(dialect, output.style) && listAddedColumns(output).length === 0
  return keepsColumns && base === null && !explains
}

function createLineTask(output: RecordOutput, judge: Judge): LineTask {
  const format = createLineFormat(output)
  return (line) => {
    const outcome = typeof line === 'string' ? judge(line) : line
    return { text: format(outcome), rejected: findRejection(outcome) }
  }
}

function createRecordTask(
  input: Extract<RecordInput, { kind: 'jsonl' }>,
  output: RecordOutput,
  judge: Judge,
): LineTask {
  const format = createRecordFormat(output, input.names)
  return (line) => {
    const judged = judgeRecord(line, input, judge)
    return { text: format(judged), rejected: findRejection(judged.outcome) }
  }
}
