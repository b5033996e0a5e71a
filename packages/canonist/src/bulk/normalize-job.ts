import { definePolicy, policies, type Policy, type PolicyName, type PolicySpec } from '@canonist/core'
import type { BlockWork } from './block-work.ts'
import { judgeRecord } from './json-record.ts'
import { createExplainingJudge, createJudge, type Judge } from './judge.ts'
import { lineFormat, type LineFormatOptions } from './line-format.ts'
import { createLineWork, rejectedOf, type LineTask } from './line-work.ts'
import { createTextWork } from './text-work.ts'

/** What to do with every line: plain data, so that it can be sent to a worker thread. */
export interface NormalizeJob extends LineFormatOptions {
  /** A built-in's name, or a spec whose files are resolved. */
  readonly policy: PolicyName | PolicySpec
  /** The field of JSON lines that holds the URL; `null`: the line is the URL. */
  readonly column: string | null
  readonly explains: boolean
}

/** @param policy that of the job: where it is defined already, as a large one takes a second */
export function createNormalizeWork(job: NormalizeJob, policy: Policy): BlockWork {
  if (job.format === 'text' && !job.withKey) return createTextWork(policy)
  const judge = job.explains ? createExplainingJudge(policy) : createJudge(policy)
  const task = job.column === null ? lineTask(job, judge) : recordTask(job.column, judge)
  return createLineWork(task, true)
}

export function policyOf(policy: PolicyName | PolicySpec): Policy {
  return typeof policy === 'string' ? policies[policy] : definePolicy(policy)
}

function lineTask(job: NormalizeJob, judge: Judge): LineTask {
  const format = lineFormat(job)
  return (line) => {
    const outcome = typeof line === 'string' ? judge(line) : line
    return { text: format(outcome), rejected: rejectedOf(outcome) }
  }
}

function recordTask(column: string, judge: Judge): LineTask {
  return (line) => {
    const { outcome, write } = judgeRecord(line, column, judge)
    return { text: write(), rejected: rejectedOf(outcome) }
  }
}
