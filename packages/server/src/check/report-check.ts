import type { Health } from '@canonist/links/internal/health/health'
import type { Observation } from '@canonist/links/internal/health/observation'
import type { PageFilter } from '@canonist/links/internal/health/page-filter'
import type { PageVerdict } from '@canonist/links/internal/health/sql/verdicts.sql'
import type { HealthVerdict } from '@canonist/links/internal/health/words'
import { overrideLevels, type Levels } from '@canonist/links/internal/report/finding-levels'
import type { Finding, ReportRule } from '@canonist/links/internal/report/finding'
import { HEALTH_RULES, listPageFindings } from '@canonist/links/internal/report/health-findings'
import { HostTally } from '@canonist/links/internal/report/host-findings'
import { LEVELS } from '@canonist/links/internal/report/report'
import type { LinkedPages } from './linked-pages.ts'
import { collectChunks } from '@canonist/core/internal/text/chunks'

export { HEALTH_VERDICTS, type HealthVerdict } from '@canonist/links/internal/health/words'

export interface ReportCheckOptions {
  readonly filter?: PageFilter | undefined
  /** Findings then stand where the files link to the pages. */
  readonly linked?: LinkedPages | null | undefined
  /** How findings are reported; beats what the policy says. */
  readonly levels?: Levels | undefined
}

/** The current verdicts, however old: a link stays broken until it is seen to work. */
export interface CheckReport {
  readonly pages: number
  readonly verdicts: ReadonlyMap<HealthVerdict, number>
  /** The worst first. */
  readonly findings: readonly Finding[]
  /** Every rule that could have found something. */
  readonly rules: readonly ReportRule[]
  /** The files that were read, or as many pages as were looked at. */
  readonly subjects: readonly string[] | { readonly length: number }
  /** How many pages have a finding. */
  readonly pagesWithFindings: number
}

export async function reportCheck(
  health: Pick<Health, 'streamVerdicts' | 'effectivePolicy'>,
  { filter = {}, linked = null, levels = {} }: ReportCheckOptions,
): Promise<CheckReport> {
  const all = listLevels(health, levels)
  const tally = await tallyVerdicts(health, filter, all)
  const placed = linked === null ? tally.findings : overrideLevels(linked.place(tally), all)
  return {
    pages: tally.pages,
    verdicts: tally.verdicts,
    findings: placed.toSorted(compareLevels),
    rules: [...HEALTH_RULES, ...(linked?.rules ?? [])],
    subjects: linked?.names ?? { length: tally.pages },
    pagesWithFindings: tally.pageIds.size,
  }
}

const compareLevels = (a: Finding, b: Finding): number => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level)

const listLevels = ({ effectivePolicy }: Pick<Health, 'effectivePolicy'>, levels: Levels): readonly Levels[] => [
  levels,
  effectivePolicy.policy.spec.rules ?? {},
]

/** The findings of each page, pages without findings included. */
export async function* listFindingsByPage(
  health: Pick<Health, 'streamVerdicts' | 'effectivePolicy'>,
  { filter = {}, levels = {} }: Omit<ReportCheckOptions, 'linked'>,
): AsyncGenerator<{ readonly url: string; readonly findings: readonly Finding[] }> {
  const all = listLevels(health, levels)
  for await (const page of health.streamVerdicts(filter))
    yield { url: page.url, findings: overrideLevels(listPageFindings(page), all) }
}

export interface ProvedVerdict extends Omit<PageVerdict, 'evidence'> {
  /** The observations that the verdict follows from. */
  readonly evidence: readonly Observation[]
}

/** Pages whose evidence is read at once. */
const AT_ONCE = 500

/** The verdict on every page, with what it follows from. */
export async function* listVerdictsWithEvidence(
  health: Pick<Health, 'streamVerdicts' | 'readEvidence'>,
  filter: PageFilter,
): AsyncGenerator<ProvedVerdict> {
  for await (const some of collectChunks(health.streamVerdicts(filter), AT_ONCE)) {
    const evidence = await health.readEvidence(some)
    for (const page of some) yield { ...page, evidence: evidence.get(page.pageId) ?? [] }
  }
}

/** A summary of the verdicts, so that millions of healthy pages need no memory. */
interface VerdictTally {
  readonly pages: number
  readonly verdicts: ReadonlyMap<HealthVerdict, number>
  /** Of hosts first, then of pages. */
  readonly findings: readonly Finding[]
  /** The ids of the pages that findings are about. */
  readonly pageIds: ReadonlyMap<string, number>
}

async function tallyVerdicts(
  health: Pick<Health, 'streamVerdicts'>,
  filter: PageFilter,
  levels: readonly Levels[],
): Promise<VerdictTally> {
  const [verdicts, hosts] = [new Map<HealthVerdict, number>(), new HostTally()]
  const [findings, pageIds]: [Finding[], Map<string, number>] = [[], new Map()]
  let pages = 0
  for await (const page of health.streamVerdicts(filter)) {
    pages += 1
    verdicts.set(page.verdict, (verdicts.get(page.verdict) ?? 0) + 1)
    hosts.add(page)
    const found = overrideLevels(listPageFindings(page), levels)
    findings.push(...found)
    if (found.length > 0) pageIds.set(page.url, page.pageId)
  }
  return { pages, verdicts, findings: [...overrideLevels(hosts.listFindings(), levels), ...findings], pageIds }
}
