import type { LearnedRule } from '@canonist/core/learn'
import type { ProbeReport } from './probe/probe-report.ts'
import type { ProbedRule } from './rule-evidence.ts'

/** What a rule does, without its hosts: `strip sid`. */
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

/** Whether the log tells what any URL served that the rule makes equal to another. */
export const isTried = ({ support, failures }: LearnedRule): boolean => support + failures > 0

/** Whether the examples of a rule were seen to be one page; otherwise they are URLs, and what it would make of them. */
export const isSeen = ({ support }: LearnedRule): boolean => support >= 1

/** What the learner asks of a rule that it applies; above it, something else than the count of contents is in the way. */
const ENOUGH = { bound: 0.9, chance: 0.01 }

/** Why a rule is only likely. */
export function describeDoubt(rule: ProbedRule): string {
  if (rule.probe !== undefined) return describeProbeDoubt(rule.probe)
  if (!isTried(rule)) return `${describeSource(rule)}, and nothing tells what they serve`
  return rule.bound < ENOUGH.bound ? describeCountDoubt(rule) : describeReachDoubt(rule)
}

function describeProbeDoubt({ agree, against }: ProbeReport): string {
  if (agree + against === 0) return 'nothing that was fetched proves anything, or there was nothing left to fetch'
  const pairs = agree + against === 1 ? '1 pair of URLs was' : `${agree + against} pairs of URLs were`
  const after = `undecided after ${pairs} fetched`
  return against === 0 ? after : `${after}, of which ${formatNumber(against)} differ`
}

/** Where a rule comes from that no contents were tried on. */
function describeSource({ redirects, canonicals, proposed }: LearnedRule): string {
  const claims = redirects.agree + canonicals.agree
  if (claims > 0) return `told by ${claims} redirects and canonicals of the site`
  return `seen in ${formatNumber(proposed)} pairs of like URLs`
}

function describeCountDoubt({ support, failures }: LearnedRule): string {
  if (failures > 0) return `${formatNumber(failures)} of ${formatNumber(support + failures)} contents differ`
  return `only ${formatNumber(support)} ${support === 1 ? 'content was' : 'contents were'} seen under two URLs`
}

/** More of the same would not help: which is worth knowing before it is fetched. */
function describeReachDoubt({ failures, falseDiscovery, family }: LearnedRule): string {
  if (falseDiscovery > ENOUGH.chance) return 'so many rules were proposed that some look as good by chance'
  if (failures > 0) return `${formatNumber(failures)} of the contents may differ by more than accident`
  const untried =
    family === 'parameter' || family === 'session' ? 'values of the parameter' : 'of the URLs that it changes'
  return `contents agree, but too few ${untried} or kinds of path were tried, or it does not go together with a proved rule`
}

/** What fetching has shown, where that decided: `14 of 14 fetched pairs agree`. */
export function describeProbe({ probe }: ProbedRule): string | null {
  if (probe === undefined || probe.verdict === 'undecided') return null
  if (probe.verdict === 'covered') return describeCover(probe)
  return `${probe.agree} of ${probe.agree + probe.against} fetched pairs agree`
}

function describeCover({ coveredBy = [] }: ProbeReport): string {
  const rules =
    coveredBy.length === 0 ? 'rules that are proved' : coveredBy.map((id) => describeAction({ id })).join(', ')
  return `no longer needed: ${rules} ${coveredBy.length === 1 ? 'makes' : 'make'} one of all that it would`
}
