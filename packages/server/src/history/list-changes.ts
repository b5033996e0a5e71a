import { readHostsFailingSince } from '@canonist/crawl/internal/hosts/sql/hosts.sql'
import { readRekeysSince } from '@canonist/registry/internal/registry/sql/runs.sql'
import { countNewReviews } from '@canonist/registry/internal/registry/sql/reviews.sql'
import type { Canonist } from '../canonist/open-canonist.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import { listRuns } from '../runs/list-runs.ts'
import type { RunState } from '../runs/run.ts'
import type { AllCounts } from '../canonist/count-all.ts'
import { findSampleAt } from './count-samples.sql.ts'

/** Something that happened, with the time (ISO 8601). */
export type NotedChange = { readonly at: string } & (
  | { readonly type: 'reviews'; readonly kind: string; readonly reviews: number; readonly subject: string }
  | { readonly type: 'host'; readonly host: string; readonly reason: string | null }
  | {
      readonly type: 'rekey'
      readonly run: number
      readonly policy: string
      readonly changed: number
      readonly merged: number
      readonly made: number
      readonly isUndone: boolean
    }
  | { readonly type: 'run'; readonly id: number; readonly kind: string; readonly state: RunState }
)

export interface Changes {
  /** The counts at that time, as the nearest sample before has them; null if there is none. */
  readonly before: AllCounts | null
  /** The newest first. */
  readonly items: readonly NotedChange[]
}

/** More of one type would hide the others. */
const MAX_OF_TYPE = 20

/** What has changed since a time: the counts then, and what happened. Costs the same at any size. */
export async function listChanges(app: Canonist, since: number): Promise<Changes> {
  const { database } = app.context
  const items: NotedChange[] = []
  for (const { kind, reviews, subject, at } of await countNewReviews(database, since))
    items.push({ type: 'reviews', at: isoTime(at), kind, reviews, subject })
  for (const { host, reason, failing_since } of await readHostsFailingSince(database, since, MAX_OF_TYPE))
    items.push({ type: 'host', at: isoTime(failing_since), host, reason })
  for (const { at, run, policy, changed, merged, made, isUndone } of await readRekeysSince(
    database,
    since,
    MAX_OF_TYPE,
  ))
    items.push({ type: 'rekey', at: isoTime(at), run, policy, changed, merged, made, isUndone })
  for (const { id, kind, state, endedAt } of (await listRuns(database, {}, { limit: MAX_OF_TYPE })).items)
    if (endedAt !== null && Date.parse(endedAt) > since) items.push({ type: 'run', at: endedAt, id, kind, state })
  const before = await findSampleAt(database, since)
  return { before: before?.counts ?? null, items: items.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)) }
}
