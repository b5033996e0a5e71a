import type { Section } from './compile.ts'
import { inOrder, type MeaningRules } from './rule-order.ts'
import type { RuleIdentity } from './rule.ts'

/**
 * Makes sections that have something in common hold it in common. A policy may have thousands of sections, and in a mixed
 * list every URL is of another one: it is what they share that is still in the processor's cache.
 */
export function createSharer(everywhere: Section): (section: Section) => Section {
  const held = new Map<string, unknown>()
  function hold<T>(key: string, own: T): T {
    if (!held.has(key)) held.set(key, own)
    return held.get(key) as T
  }
  const holdRules = (rules: MeaningRules): MeaningRules => hold(idsOf(inOrder(rules)), rules)
  const holdRewrite = (section: Section): Section['rewrite'] =>
    section.settings.rewrites === everywhere.settings.rewrites
      ? everywhere.rewrite
      : hold(rewritesKeyOf(section), section.rewrite)
  return (section) => ({
    ...section,
    judge: hold(judgeKeyOf(section), section.judge),
    spelling: hold(`spelling ${idsOf(section.spelling)}`, section.spelling),
    meaning: holdRules(section.meaning),
    meaningIfSigned: holdRules(section.meaningIfSigned),
    rewrite: holdRewrite(section),
  })
}

const idsOf = (rules: readonly RuleIdentity[]): string => rules.map(({ id }) => id).join()

/** All that a judge reads; the order of a list means nothing to it. */
function judgeKeyOf({ settings: { session, query } }: Section): string {
  const lists = [query.strip, query.keep, query.keepOnly, Object.keys(query.defaults)]
  return JSON.stringify([session, query.tracking, query.signed, lists.map((names) => names.toSorted())])
}

const rewritesKeyOf = ({ settings: { rewrites } }: Section): string =>
  JSON.stringify(rewrites.map(({ match, to }) => [match, to]))
