import type { Health } from '../../../health/health.ts'
import type { PageFilter } from '../../../health/page-filter.ts'
import { VERDICTS, type Verdict } from '../../../health/words.ts'
import type { Finding } from '../../../report/finding.ts'
import { overrideLevels, type Levels } from '../../../report/finding-levels.ts'
import { pageFindings } from '../../../report/health-findings.ts'
import { HostTally } from '../../../report/host-findings.ts'
import { plural } from '../../../text/plural.ts'

/** What is left of the verdicts when they have passed by: there may be millions, and most say that all is well. */
export interface CheckTally {
  readonly pages: number
  readonly verdicts: ReadonlyMap<Verdict, number>
  /** Of hosts first, then of pages. */
  readonly findings: readonly Finding[]
  /** The ids of the pages that findings are about. */
  readonly pageIds: ReadonlyMap<string, number>
}

export async function tallyVerdicts(
  health: Health,
  filter: PageFilter,
  levels: readonly Levels[],
): Promise<CheckTally> {
  const [verdicts, hosts] = [new Map<Verdict, number>(), new HostTally()]
  const [findings, pageIds]: [Finding[], Map<string, number>] = [[], new Map()]
  let pages = 0
  for await (const page of health.verdicts(filter)) {
    pages += 1
    verdicts.set(page.verdict, (verdicts.get(page.verdict) ?? 0) + 1)
    hosts.add(page)
    const found = overrideLevels(pageFindings(page), levels)
    findings.push(...found)
    if (found.length > 0) pageIds.set(page.url, page.pageId)
  }
  return { pages, verdicts, findings: [...overrideLevels(hosts.findings(), levels), ...findings], pageIds }
}

/** `canonist: 14 pages watched: 3 healthy, 1 moved` */
export function summaryOf({ pages, verdicts }: CheckTally): string {
  const parts = (Object.keys(VERDICTS) as Verdict[])
    .filter((verdict) => verdicts.has(verdict))
    .map((verdict) => `${verdicts.get(verdict)?.toLocaleString('en')} ${verdict}`)
  return `canonist: ${plural(pages, 'page')} watched${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
}
