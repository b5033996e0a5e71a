import { getCompiledPolicy } from '@canonist/core/internal/normalize/policy'
import { runPolicy } from '@canonist/core/internal/normalize/run-policy'
import { domainToAscii } from '@canonist/core/internal/url/idna/index'
import { formatCandidateId } from '../propose/candidate.ts'
import { compileSite } from '../compile/compile-site.ts'
import type { Form } from '../log/form.ts'
import type { Chosen, DefineSections } from './orient.ts'
import type { SiteData } from '../log/site-data.ts'
import { groupBy, type SiteState } from '../log/site-state.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_WRONG, MAX_WRONG_SHARE, MIN_SEEN, MIN_SHARE_HERE, MANY_CONTENTS, MAX_SHARE_OF_MANY } = THRESHOLDS.review

/** URLs with the same output but the contents of several pages, grouped by page. */
type Mixed = readonly (readonly string[])[]

/**
 * Runs all rules together on the log, and finds the rule that merges the most pages that are different. Each rule was proved
 * alone; only the result of all rules shows all URLs of a page side by side.
 */
export function findUnsound(
  chosen: readonly Chosen[],
  state: SiteState,
  data: SiteData,
  scopes: ReadonlyMap<string, readonly string[]>,
  define: DefineSections,
): readonly Chosen[] {
  const mixed = state.forms.map((form) => findMixed(form, data)).filter(({ length }) => length > 1)
  if (mixed.reduce((sum, { length }) => sum + length - 1, 0) <= MAX_WRONG) return []
  // The same edit on several host names is one rule.
  const blamed = [...groupBy(chosen, ({ rule }) => formatCandidateId([], rule.edits)).values()].map((same) => {
    const rest = chosen.filter((one) => !same.includes(one)).map(({ rule }) => rule)
    const policy = getCompiledPolicy(define(compileSite(rest, scopes)))
    const wrong = mixed.reduce(
      (sum, pages) => sum + countSeparated(pages, (url) => runPolicy(policy, url, domainToAscii) ?? url),
      0,
    )
    const trials = same.reduce((sum, { judgement }) => sum + judgement.count.trials, 0)
    return { same, share: wrong / trials, isUnsound: wrong > Math.max(MAX_WRONG, MAX_WRONG_SHARE * trials) }
  })
  const [worst] = blamed.filter(({ isUnsound }) => isUnsound).toSorted((a, b) => b.share - a.share)
  return worst?.same ?? []
}

function findMixed({ urls }: Form, data: SiteData): Mixed {
  // One URL cannot mix pages, and most forms have one.
  if (urls.length < 2) return []
  const { clusters, clusterSizes, confirmed } = data
  const known = urls.filter((url) => clusters[url] !== -1)
  const contents = groupBy(known, (url) => clusters[url] as number)
  const most = Math.max(...[...contents.values()].map(({ length }) => length))
  const isMany = contents.size >= MANY_CONTENTS && most < MAX_SHARE_OF_MANY * known.length
  const pages = [...contents].filter(([content, own]) => {
    const isSeenOften = own.length >= MIN_SEEN || own.some((url) => confirmed.has(url))
    return isMany || (isSeenOften && own.length >= MIN_SHARE_HERE * (clusterSizes.get(content) ?? 0))
  })
  return pages.map(([, own]) => own.map((url) => data.urls[url] ?? ''))
}

/** Counts the wrong merges that another policy avoids. */
function countSeparated(pages: Mixed, normalize: (url: string) => string): number {
  const meeting = new Map<string, Set<number>>()
  for (const [page, urls] of pages.entries()) {
    for (const url of urls) {
      const output = normalize(url)
      meeting.set(output, (meeting.get(output) ?? new Set()).add(page))
    }
  }
  const left = [...meeting.values()].reduce((sum, { size }) => sum + size - 1, 0)
  return Math.max(0, pages.length - 1 - left)
}
