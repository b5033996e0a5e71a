import type { Alias, FoundPage } from '@canonist/server/internal/find/find-pages'
import type { Paint } from '../../output/paint.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { formatTable } from '../../output/format-table.ts'

export const MAX_SHOWN = 20

export interface ShowPageOptions {
  /** How many URLs are shown. */
  readonly most?: number | undefined
  /** The rules that make the canonical URL of another spelling. */
  readonly listRules: (rawUrl: string) => readonly string[]
}

/**
 * Formats a page for people: its fields, then the URLs that lead to it, by the evidence for them. Of many URLs, those that the policy merges
 * are grouped by the rules that do it.
 */
export function showPage(page: FoundPage, paint: Paint, { most = MAX_SHOWN, listRules }: ShowPageOptions): string {
  const title = paint('bold', toPrintable(page.canonicalUrl))
  const groups = groupAliases(page.aliases, listRules)
  return `${title}\n${formatTable(listFacts(page, paint))}\n${showGroups(groups, paint, most)}`
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

interface Group {
  readonly evidence: string
  /** Empty where they are not told apart, or where none is needed. */
  readonly rules: string
  readonly aliases: readonly Alias[]
}

/** Kinds of evidence in their order, and the larger of two groups first. */
function groupAliases(aliases: readonly Alias[], listRules: ShowPageOptions['listRules']): Group[] {
  const isLong = aliases.length > MAX_SHOWN
  return [...Map.groupBy(aliases, ({ evidence }) => evidence)].flatMap(([evidence, all]) => {
    const readRules = ({ rawUrl }: Alias): string => (evidence === 'rule' && isLong ? listRules(rawUrl).join(', ') : '')
    return [...Map.groupBy(all, readRules)]
      .map(([rules, same]) => ({ evidence, rules, aliases: same }))
      .toSorted((a, b) => b.aliases.length - a.aliases.length)
  })
}

/** Every group has its share of the URLs that are shown, and leaves the rest of it to the others. */
function showGroups(groups: readonly Group[], paint: Paint, most: number): string {
  const shares = new Map<Group, number>()
  let left = most
  for (const group of groups.toSorted((a, b) => a.aliases.length - b.aliases.length)) {
    const share = Math.min(group.aliases.length, Math.ceil(left / (groups.length - shares.size)))
    shares.set(group, share)
    left -= share
  }
  const shown = groups.map((group) => showGroup(group, shares.get(group) ?? 0, paint))
  const more = groups.reduce((sum, { aliases }) => sum + aliases.length, 0) - (most - left)
  const rest = more === 0 ? '' : `  ${paint('dim', `${more.toLocaleString('en')} more: --limit all shows them`)}\n\n`
  return `${shown.join('')}${rest}`
}

function showGroup({ evidence, rules, aliases }: Group, share: number, paint: Paint): string {
  const name = paint(evidence === 'rule' ? 'bold' : 'green', toPrintable(evidence))
  const heading = rules === '' ? name : `${name}: ${rules}`
  const shown = aliases.slice(0, share)
  const times = shown.map(({ count }) => `${count.toLocaleString('en')} ×`)
  const width = times.reduce((most, { length }) => Math.max(most, length), 0)
  const lines = shown.map(({ rawUrl }, index) => `    ${times[index]?.padStart(width)}  ${toPrintable(rawUrl)}\n`)
  return `  ${heading}  ${paint('dim', plural(aliases.length, 'URL'))}\n${lines.join('')}\n`
}

const formatDay = (time: string): string => time.slice(0, '2026-01-01'.length)
