import { definePolicy, policies, type Policy, type PolicyName, type PolicySpec } from '@canonist/core'
import type { BlockWork } from './block-work.ts'
import { judgeRecord } from './json-record.ts'
import { createExplainingJudge, createJudge, type Judge } from './judge.ts'
import { createLineFormat, type LineFormatOptions } from './line-format.ts'
import { createLineWork, findRejection, type LineTask } from './line-work.ts'
import { createTextWork } from './text-work.ts'

/** What to do with every line: plain data, so that it can be sent to a worker thread. */
export interface NormalizeJob extends LineFormatOptions {
  /** A built-in's name, or a spec whose files are resolved. */
  readonly policy: PolicyName | PolicySpec
  /** The field of JSON lines that holds the URL; `null`: the line is the URL. */
  readonly column: string | null
  readonly explains: boolean
  /** Whether the rejected lines of a block come with its result. */
  readonly keepsRejected?: boolean | undefined
}

/** @param policy that of the job: where it is defined already, as a large one takes a second */
export function createNormalizeWork(job: NormalizeJob, policy: Policy): BlockWork {
  if (job.format === 'text' && !job.withKey) return createTextWork(policy, job.keepsRejected)
  const judge = job.explains ? createExplainingJudge(policy) : createJudge(policy)
  const task = job.column === null ? createLineTask(job, judge) : createRecordTask(job.column, judge)
  return createLineWork(task, true, job.keepsRejected)
}

export function resolvePolicy(policy: PolicyName | PolicySpec): Policy {
  return typeof policy === 'string' ? policies[policy] : definePolicy(policy)
}

function createLineTask(job: NormalizeJob, judge: Judge): LineTask {
  const format = createLineFormat(job)
  return (line) => {
    const outcome = typeof line === 'string' ? judge(line) : line
    return { text: format(outcome), rejected: findRejection(outcome) }
  }
}

function createRecordTask(column: string, judge: Judge): LineTask {
  return (line) => {
    const { outcome, write } = judgeRecord(line, column, judge)
    return { text: write(), rejected: findRejection(outcome) }
  }
}
