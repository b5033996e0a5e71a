import { setVerdict } from '@canonist/registry/internal/registry/sql/write-pages'
import type { Transaction } from '@canonist/registry/internal/store/database'
import type { Observation } from '../observation.ts'
import type { Judgement } from '../verdict.ts'

export interface JudgementRecord {
  readonly pageId: number
  readonly observation: Observation
  /** The times of observations to delete. */
  readonly forgotten: readonly number[]
  readonly judgement: Judgement
  /** When the verdict was first given. */
  readonly since: number
  readonly dueAt: number
}

/** Stores an observation, the judgement that follows from it, and the time of the next check. */
export async function writeJudgement(transaction: Transaction, written: JudgementRecord): Promise<void> {
  const { pageId, observation, forgotten, judgement, since, dueAt } = written
  await transaction.run('insert into observations (page_id, at, seen) values ($1, $2, $3)', [
    pageId,
    observation.at,
    JSON.stringify(observation),
  ])
  for (const at of forgotten)
    await transaction.run('delete from observations where page_id = $1 and at = $2', [pageId, at])
  const { verdict, ...rest } = judgement
  await transaction.run(
    `update page_health set verdict = $2, since = $3, judgement = $4, checked_at = $5, due_at = $6 where page_id = $1`,
    [pageId, verdict, since, JSON.stringify(rest), observation.at, dueAt],
  )
  await setVerdict(transaction, pageId, verdict)
}
