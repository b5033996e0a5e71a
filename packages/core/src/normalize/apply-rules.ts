import type { UrlParts } from '../url/url-parts.ts'
import type { Section } from './compile.ts'
import { cutQuery, type PairList } from './pair-list.ts'
import type { Recorder } from './recorder.ts'
import type { PolicyRule, QueryRule } from './rule.ts'
import { EVERYTHING } from './signs.ts'

/** Runs the rules that can act on a URL with these signs. Returns the signs, with those that the rules may have added. */
export function applyRules(
  rules: readonly PolicyRule[],
  url: UrlParts,
  section: Section,
  shown: number,
  recorder: Recorder | null,
): number {
  let signs = shown
  for (const rule of rules) {
    if ((rule.concerns & signs) === 0) continue
    rule.apply(url, section)
    signs |= rule.wakes ?? 0
    recorder?.record(rule, url.join())
  }
  return signs
}

/** The same for pairs, which know their signs. Their text is built once, or after each rule if `watch` is given. */
export function editPairs(
  rules: readonly QueryRule[],
  pairs: PairList,
  section: Section,
  watch: ((rule: QueryRule) => void) | null,
): string {
  const signs = watch === null ? pairs.signs : EVERYTHING
  for (const rule of rules) {
    if ((rule.concerns & signs) === 0) continue
    rule.edit(pairs, section)
    watch?.(rule)
  }
  return pairs.join()
}

/** Runs the rules on meaning, or on a signed URL only those that a signature allows. Returns whether the URL is signed. */
export function applyMeaning(section: Section, url: UrlParts, shown: number, recorder: Recorder | null): boolean {
  const pairs = section.readsQuery && url.query !== '' ? cutQuery(url.query, section.judge) : null
  const isSigned = pairs !== null && pairs.isSigned
  if (isSigned) recorder?.note('signed')
  const { place, query, end } = isSigned ? section.meaningIfSigned : section.meaning
  const signs = applyRules(place, url, section, shown, recorder)
  if (pairs !== null && (recorder !== null || (pairs.signs & section.concerns) !== 0))
    url.query = editPairs(query, pairs, section, recorder && recordEdits(url, pairs, recorder))
  applyRules(end, url, section, signs, recorder)
  return isSigned
}

function recordEdits(url: UrlParts, pairs: PairList, recorder: Recorder): (rule: QueryRule) => void {
  return (rule) => {
    url.query = pairs.join()
    recorder.record(rule, url.join())
  }
}
