import type { NamedFact } from '@canonist/server/internal/app/find/find-pages'
import type { Paint } from '../../output/paint.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { formatTable } from '../../output/format-table.ts'

/** Formats the facts about a host, for people. */
export function showFacts(facts: readonly NamedFact[], paint: Paint): string {
  const rows = facts.map(({ name, value, source, observedAt }) => [
    paint('dim', toPrintable(name)),
    value === null ? paint('dim', 'nothing found') : toPrintable(value),
    `${source}, ${observedAt.slice(0, '2026-01-01'.length)}`,
  ])
  return formatTable(rows)
}
