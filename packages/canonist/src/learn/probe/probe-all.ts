import type { PolicySpec, SiteSpec } from '@canonist/core'
import type { LearnedRule, LearnResult } from '@canonist/core/learn'
import { createLimit } from '../../net/politeness/limit.ts'
import { addRule } from '../add-rule.ts'
import { ownerOfHost } from '../owner-of-host.ts'
import type { ProbedRule } from '../rule-evidence.ts'
import { Asker, type AskOptions } from './ask.ts'
import { figuresAfter } from './figures-after.ts'
import { probeSite } from './probe-site.ts'

export interface ProbeAllOptions extends AskOptions {
  /** URLs of a site to try rules on. */
  readonly urlsOf: (site: string) => readonly string[]
  readonly sitesAtOnce?: number
  /** What belongs to one owner. */
  readonly siteOf?: (host: string) => string
}

export interface Probed {
  readonly result: LearnResult
  readonly requests: number
  /** Whether nobody answered at all. */
  readonly isMute: boolean
}

/** Asks the network about every doubtful rule: what it confirms joins the policy, what it refutes is rejected. */
export async function probeAll(learned: LearnResult, options: ProbeAllOptions): Promise<Probed> {
  const limit = createLimit(options.sitesAtOnce ?? 32)
  const bySite = [...Map.groupBy(learned.doubtful, ({ site }) => site)]
  const probes = await Promise.all(
    bySite.map(([site, rules]) => limit(() => probeOne(site, rules, learned.policy, options))),
  )
  const requests = probes.reduce((sum, { asker }) => sum + asker.requests, 0)
  const rules = probes.flatMap((probe) => probe.rules)
  return {
    result: withProbes(learned, rules, options.urlsOf),
    requests,
    isMute: requests > 0 && !probes.some(({ asker }) => asker.hasHeard),
  }
}

async function probeOne(
  site: string,
  rules: readonly LearnedRule[],
  policy: PolicySpec,
  options: ProbeAllOptions,
): Promise<{ readonly rules: readonly ProbedRule[]; readonly asker: Asker }> {
  const asker = new Asker(options)
  const probed = await probeSite(
    rules,
    options.urlsOf(site),
    partOf(policy, site, options.siteOf ?? ownerOfHost),
    asker,
  )
  return { rules: probed, asker }
}

/** What the policy says of one site: all that its rules can meet, however many sites there are. */
function partOf(
  { name, extends: base, sites = {} }: PolicySpec,
  site: string,
  siteOf: (host: string) => string,
): PolicySpec {
  const own = Object.entries(sites).filter(([host]) => siteOf(host) === site)
  const part: Record<string, SiteSpec> = Object.fromEntries(own)
  return { name, ...(base !== undefined && { extends: base }), sites: part }
}

function withProbes(
  learned: LearnResult,
  probed: readonly ProbedRule[],
  urlsOf: ProbeAllOptions['urlsOf'],
): LearnResult {
  const byId = new Map(probed.map((rule) => [rule.id, rule]))
  const rules = learned.rules.map((rule) => byId.get(rule.id) ?? rule)
  const confirmed = probed.filter(({ tier }) => tier === 'apply')
  const policy = confirmed.reduce((spec, rule) => addRule(spec, rule) ?? spec, learned.policy)
  const result = { ...learned, policy, rules, doubtful: rules.filter(({ tier }) => tier === 'probe') }
  return figuresAfter(result, confirmed, urlsOf)
}
