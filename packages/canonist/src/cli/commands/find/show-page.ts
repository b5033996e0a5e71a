import type { Alias, FoundPage } from '../../../app/find/find-pages.ts'
import type { Paint } from '../../output/paint.ts'
import { plural } from '../../../text/plural.ts'
import { toPrintable } from '../../../text/printable.ts'
import { formatTable } from '../../output/format-table.ts'

/**
 * Formats a page for people: its fields, then the URLs that lead to it, by the evidence for them.
 *
 * @param most how many URLs are shown
 */
export function showPage(page: FoundPage, paint: Paint, most: number): string {
  const title = paint('bold', toPrintable(page.canonicalUrl))
  return `${title}\n${formatTable(listFacts(page, paint))}\n${showAliases(page.aliases, paint, most)}`
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

/** Every kind of evidence has its share of the URLs that are shown, and leaves the rest of it to the others. */
function showAliases(aliases: readonly Alias[], paint: Paint, most: number): string {
  const groups = Map.groupBy(aliases, ({ evidence }) => evidence)
  const shares = new Map<string, number>()
  let left = most
  for (const [evidence, { length }] of [...groups].toSorted(([, a], [, b]) => a.length - b.length)) {
    const share = Math.min(length, Math.ceil(left / (groups.size - shares.size)))
    shares.set(evidence, share)
    left -= share
  }
  const shown = [...groups].map(([evidence, group]) => showGroup(evidence, group, shares.get(evidence) ?? 0, paint))
  const more = aliases.length - (most - left)
  const rest = more === 0 ? '' : `  ${paint('dim', `${more.toLocaleString('en')} more: --limit all shows them`)}\n\n`
  return `${shown.join('')}${rest}`
}

function showGroup(evidence: string, aliases: readonly Alias[], share: number, paint: Paint): string {
  const heading = paint(evidence === 'rule' ? 'bold' : 'green', toPrintable(evidence))
  const shown = aliases.slice(0, share)
  const times = shown.map(({ count }) => `${count.toLocaleString('en')} ×`)
  const width = times.reduce((most, { length }) => Math.max(most, length), 0)
  const lines = shown.map(({ rawUrl }, index) => `    ${times[index]?.padStart(width)}  ${toPrintable(rawUrl)}\n`)
  return `  ${heading}  ${paint('dim', plural(aliases.length, 'URL'))}\n${lines.join('')}\n`
}

const formatDay = (time: string): string => time.slice(0, '2026-01-01'.length)
