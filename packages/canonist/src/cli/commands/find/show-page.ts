import type { Alias, FoundPage } from '../../../app/find/find-pages.ts'
import type { Paint } from '../../output/paint.ts'
import { plural } from '../../../text/plural.ts'
import { toPrintable } from '../../../text/printable.ts'
import { formatTable } from '../../output/format-table.ts'

/** Formats a page for people: its fields, then every URL that leads to it. */
export function showPage(page: FoundPage, paint: Paint): string {
  const { canonicalUrl, aliases } = page
  const title = paint('bold', toPrintable(canonicalUrl))
  return `${title}\n${formatTable(listFacts(page, paint))}\n${formatTable(aliases.map((alias) => formatAlias(alias, paint)))}\n`
}

function listFacts(page: FoundPage, paint: Paint): string[][] {
  const seen = page.aliases.reduce((sum, { count }) => sum + count, 0)
  const fetched: string = page.fetchUrl
  const facts = {
    id: String(page.id),
    key: page.key,
    policy: page.policy,
    fetch: fetched === page.canonicalUrl ? null : fetched,
    type: page.shownLinkType,
    content: page.contentHash,
    simhash: page.simhash,
    seen: `${plural(seen, 'time')}, ${formatDay(page.firstSeen)} to ${formatDay(page.lastSeen)}`,
  }
  return Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : [[paint('dim', name), toPrintable(value)]],
  )
}

function formatAlias({ rawUrl, evidence, count }: Alias, paint: Paint): string[] {
  const colour = evidence === 'rule' ? 'dim' : 'green'
  return [paint(colour, toPrintable(evidence)), `${count.toLocaleString('en')} ×`, toPrintable(rawUrl)]
}

const formatDay = (time: string): string => time.slice(0, '2026-01-01'.length)
