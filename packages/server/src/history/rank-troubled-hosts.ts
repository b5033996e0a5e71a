import { HOST_SUBJECT } from '@canonist/crawl/internal/frontier/sql/counts.sql'
import type { HealthVerdict } from '@canonist/links/internal/health/words'
import { rankHosts } from '@canonist/registry/internal/store/sql/rank-hosts'
import type { Canonist } from '../canonist/open-canonist.ts'

/** Hosts with trouble: the worst one by one, all others together. */
export interface TroubledHosts {
  readonly hosts: readonly { readonly host: string; readonly total: number; readonly counts: Counts }[]
  readonly others: { readonly hosts: number; readonly total: number; readonly counts: Counts }
}

export type Counts = Readonly<Record<string, number>>

/** States in which a URL waits for something other than its turn. */
const STUCK_STATES = ['dead', 'retry', 'excluded'] as const

/** The hosts with most URLs that are dead, excluded, or wait for a retry, by reason. */
export async function rankStuckHosts(canonist: Canonist, limit: number): Promise<TroubledHosts> {
  return rank(canonist, {
    subject: HOST_SUBJECT,
    prefixes: STUCK_STATES.map((state) => `${state} `),
    limit,
    // The name of a counter is a state and a reason, separated by a space.
    rename: (name) => name.slice(name.indexOf(' ') + 1),
  })
}

const BROKEN: readonly HealthVerdict[] = ['gone', 'takeover_suspect', 'soft404', 'degraded', 'moved']

/** The hosts with most links that need a look, by verdict. */
export async function rankBrokenHosts(canonist: Canonist, limit: number): Promise<TroubledHosts> {
  return rank(canonist, { subject: 'verdicts', prefixes: BROKEN, limit, rename: (name) => name })
}

interface Ranked {
  readonly subject: string
  readonly prefixes: readonly string[]
  readonly limit: number
  readonly rename: (name: string) => string
}

async function rank({ context }: Canonist, { rename, ...ranked }: Ranked): Promise<TroubledHosts> {
  const ranking = await rankHosts(context.database, ranked)
  const hosts = ranking.hosts.map(({ host, total, counts }) => ({ host, total, counts: addUp([counts], rename) }))
  const shown = addUp(hosts.map(({ counts }) => counts))
  const all = addUp([ranking.all.counts], rename)
  const counts = Object.fromEntries(
    Object.entries(all)
      .map(([name, count]) => [name, count - (shown[name] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  )
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { hosts, others: { hosts: ranking.all.hosts - hosts.length, total, counts } }
}

function addUp(records: readonly Counts[], rename = (name: string): string => name): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const record of records)
    for (const [name, count] of Object.entries(record)) sums[rename(name)] = (sums[rename(name)] ?? 0) + count
  return sums
}
