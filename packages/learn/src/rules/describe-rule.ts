import type { LearnedRule } from '../log/types.ts'
import type { ProbeReport } from './probe-report.ts'
import type { ProbedRule } from './rule-evidence.ts'

/** The edits of a rule, without its hosts: `strip sid`. */
export const describeAction = ({ id }: Pick<LearnedRule, 'id'>): string => id.slice(id.indexOf(': ') + 2)

/** Where it holds: `example.com/shop, not below /shop/cart`. */
export function describePlace({ host, scope, except }: LearnedRule): string {
  const inside = scope.map((prefix) => `${host}${prefix === '/' ? '' : prefix}`).join(', ')
  return except.length === 0 ? inside : `${inside}, not below ${except.join(', ')}`
}

/** How many contents agree: `75 of 77`. */
export function describeCount({ support, failures }: LearnedRule): string {
  return `${formatNumber(support)} of ${formatNumber(support + failures)}`
}

const formatNumber = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 })

/** Whether the log has the content of any URLs that the rule makes equal. */
export const isTried = ({ support, failures }: LearnedRule): boolean => support + failures > 0

/** Whether the log shows the examples of a rule to be one page. Otherwise they are URLs and the results of the rule. */
export const isSeen = ({ support }: LearnedRule): boolean => support >= 1

/** What the learner requires to apply a rule. A doubtful rule that meets this has another problem than too few contents. */
const ENOUGH = { bound: 0.9, chance: 0.01 }

/** Why a rule is only likely. */
export function describeDoubt(rule: ProbedRule): string {
  if (rule.probe !== undefined) return describeProbeDoubt(rule.probe)
  if (!isTried(rule)) return `${describeSource(rule)}; the log does not show their content`
  return rule.bound < ENOUGH.bound ? describeCountDoubt(rule) : describeReachDoubt(rule)
}

function describeProbeDoubt({ agree, against }: ProbeReport): string {
  if (agree + against === 0) return 'no fetched pair proved anything, or nothing was left to fetch'
  const pairs = agree + against === 1 ? '1 pair of URLs was' : `${agree + against} pairs of URLs were`
  const after = `undecided after ${pairs} fetched`
  return against === 0 ? after : `${after}, of which ${formatNumber(against)} differ`
}

/** The source of a rule without trials. */
function describeSource({ redirects, canonicals, proposed }: LearnedRule): string {
  const claims = redirects.agree + canonicals.agree
  if (claims > 0) return `${claims} redirects and canonical links of the site suggest it`
  return `${formatNumber(proposed)} pairs of similar URLs suggest it`
}

function describeCountDoubt({ support, failures }: LearnedRule): string {
  if (failures > 0) return `${formatNumber(failures)} of ${formatNumber(support + failures)} contents differ`
  return `only ${formatNumber(support)} ${support === 1 ? 'content was' : 'contents were'} seen under two URLs`
}

/** Why more evidence of the same kind would not help. */
function describeReachDoubt({ failures, falseDiscovery, family }: LearnedRule): string {
  if (falseDiscovery > ENOUGH.chance) return 'among so many proposed rules, some look this good by chance'
  if (failures > 0) return `${formatNumber(failures)} contents differ, which may be more than noise`
  const untried =
    family === 'parameter' || family === 'session' ? 'values of the parameter' : 'of the URLs that it changes'
  return `contents agree, but too few ${untried} or kinds of path were tried, or a proved rule conflicts with it`
}

/** The result of probing, if it decided: `14 of 14 fetched pairs agree`. */
export function describeProbe({ probe }: ProbedRule): string | null {
  if (probe === undefined || probe.verdict === 'undecided') return null
  if (probe.verdict === 'covered') return describeCover(probe)
  return `${probe.agree} of ${probe.agree + probe.against} fetched pairs agree`
}

function describeCover({ coveredBy = [] }: ProbeReport): string {
  const rules = coveredBy.length === 0 ? 'proved rules' : coveredBy.map((id) => describeAction({ id })).join(', ')
  return `no longer needed: ${rules} ${coveredBy.length === 1 ? 'does' : 'do'} the same`
}
