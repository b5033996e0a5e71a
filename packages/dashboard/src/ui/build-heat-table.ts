type Counts = Readonly<Record<string, number>>

/** Hosts with trouble as the server ranks them: the worst one by one, all others together. */
export interface Ranking {
  readonly hosts: readonly { readonly host: string; readonly total: number; readonly counts: Counts }[]
  readonly others: { readonly hosts: number; readonly total: number; readonly counts: Counts }
}

export interface HeatRow {
  /** Null for all other hosts together. */
  readonly host: string | null
  readonly counts: Counts
}

export interface HeatTable {
  /** What is counted, the most frequent first. */
  readonly names: readonly string[]
  readonly rows: readonly HeatRow[]
  /** From 0, for nothing, to 5. */
  readonly computeHeat: (count: number) => number
}

/** What fits on a screen; the list below has the rest. */
const MAX_NAMES = 9
const LEVELS = 5

/** A table of hosts and of what is counted. The host of the table with most decides what is hot; all others together do not. */
export function buildHeatTable({ hosts, others }: Ranking): HeatTable {
  const totals = new Map<string, number>()
  for (const { counts } of [...hosts, others])
    for (const [name, count] of Object.entries(counts)) totals.set(name, (totals.get(name) ?? 0) + count)
  const max = Math.max(1, ...hosts.flatMap(({ counts }) => Object.values(counts)))
  return {
    names: [...totals]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MAX_NAMES)
      .map(([name]) => name),
    rows: [...hosts, ...(others.hosts > 0 ? [{ host: null, counts: others.counts }] : [])],
    // Logarithmic, so that one host with a million URLs does not make all others look fine; squared, so that few are hot.
    computeHeat: (count) =>
      count === 0 ? 0 : Math.min(LEVELS, 1 + Math.floor((LEVELS - 0.01) * (Math.log(count) / Math.log(max + 1)) ** 2)),
  }
}
