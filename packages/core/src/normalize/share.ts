import type { Section } from './compile.ts'
import { listInOrder, type MeaningRules } from './rule-order.ts'
import type { RuleIdentity } from './rule.ts'

/**
 * Makes equal parts of sections one shared object. A policy may have thousands of sections, and in a mixed list every URL
 * belongs to another one: only the shared objects stay in the processor's cache.
 */
export function createSharer(everywhere: Section): (section: Section) => Section {
  const held = new Map<string, unknown>()
  function hold<T>(key: string, own: T): T {
    if (!held.has(key)) held.set(key, own)
    return held.get(key) as T
  }
  const holdRules = (rules: MeaningRules): MeaningRules => hold(joinIds(listInOrder(rules)), rules)
  const holdRewrite = (section: Section): Section['rewrite'] =>
    section.settings.rewrites === everywhere.settings.rewrites
      ? everywhere.rewrite
      : hold(buildRewritesKey(section), section.rewrite)
  return (section) => ({
    ...section,
    judge: hold(buildJudgeKey(section), section.judge),
    spelling: hold(`spelling ${joinIds(section.spelling)}`, section.spelling),
    meaning: holdRules(section.meaning),
    meaningIfSigned: holdRules(section.meaningIfSigned),
    rewrite: holdRewrite(section),
  })
}

const joinIds = (rules: readonly RuleIdentity[]): string => rules.map(({ id }) => id).join()

/** Everything that a judge reads. The order of a list does not matter to it. */
function buildJudgeKey({ settings: { session, query } }: Section): string {
  const lists = [query.strip, query.keep, query.keepOnly, Object.keys(query.defaults)]
  return JSON.stringify([session, query.tracking, query.signed, lists.map((names) => names.toSorted())])
}

const buildRewritesKey = ({ settings: { rewrites } }: Section): string =>
  JSON.stringify(rewrites.map(({ match, to }) => [match, to]))
