import type { FrontierState } from 'canonist/client'

interface ReasonCount {
  readonly state: FrontierState
  readonly reason: string | null
  readonly host: string
  readonly urls: number
}

export interface HeatTable {
  /** Those with most trouble first. */
  readonly hosts: readonly string[]
  /** The most frequent first. */
  readonly reasons: readonly string[]
  readonly count: (host: string, reason: string) => number
  readonly max: number
}

/** What fits on a screen; the list below has the rest. */
const [MAX_HOSTS, MAX_REASONS] = [12, 9]

/** Counts of URLs that are dead, excluded or wait for a retry, as a table of hosts and reasons. */
export function buildHeatTable(counts: readonly ReasonCount[]): HeatTable {
  const [cells, byHost, byReason] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
  const add = (map: Map<string, number>, key: string, urls: number): void =>
    void map.set(key, (map.get(key) ?? 0) + urls)
  for (const { state, reason, host, urls } of counts) {
    if (reason === null || !(state === 'dead' || state === 'retry' || state === 'excluded')) continue
    add(cells, `${host} ${reason}`, urls)
    add(byHost, host, urls)
    add(byReason, reason, urls)
  }
  return {
    hosts: takeLargest(byHost, MAX_HOSTS),
    reasons: takeLargest(byReason, MAX_REASONS),
    count: (host, reason) => cells.get(`${host} ${reason}`) ?? 0,
    max: Math.max(0, ...cells.values()),
  }
}

const takeLargest = (counts: ReadonlyMap<string, number>, most: number): string[] =>
  [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([key]) => key)
