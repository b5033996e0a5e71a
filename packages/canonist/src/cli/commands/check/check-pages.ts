import type { Health } from '../../../health/health.ts'
import type { PageFilter } from '../../../health/page-filter.ts'
import type { PageVerdict } from '../../../health/sql/page-verdicts.ts'
import { overrideLevels, type Levels } from '../../../report/finding-levels.ts'
import { pageFindings } from '../../../report/health-findings.ts'
import { HOST_RULE } from '../../../report/host-findings.ts'
import { jsonText } from '../../../text/json-text.ts'
import { jsonReport } from '../../../report/json.ts'
import { isFailure, JUNIT_END, junitStart, suiteOf } from '../../../report/junit.ts'
import type { CheckTally } from './check-tally.ts'

/** So many pages are asked for their evidence at once. */
const AT_ONCE = 500

/** The report of findings with the verdict on every page before it, and what each follows from. */
export async function* jsonOfPages(
  health: Health,
  filter: PageFilter,
  report: Parameters<typeof jsonReport>[0],
): AsyncGenerator<string> {
  yield '{\n  "pages": ['
  let mark = '\n'
  for await (const some of portions(health.verdicts(filter))) {
    const evidence = await health.evidence(some)
    for (const page of some) {
      yield `${mark}${indented(jsonText({ ...page, evidence: evidence.get(page.pageId) ?? [] }, 2))}`
      mark = ',\n'
    }
  }
  // The object that it begins was begun above.
  yield `\n  ],${jsonReport(report).slice(1)}`
}

const indented = (text: string): string => `    ${text.replaceAll('\n', '\n    ')}`

async function* portions(pages: AsyncIterable<PageVerdict>): AsyncGenerator<PageVerdict[]> {
  let portion: PageVerdict[] = []
  for await (const page of pages) {
    portion.push(page)
    if (portion.length < AT_ONCE) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}

/** A test suite for each page, after those for hosts. */
export async function* junitOfPages(
  health: Health,
  filter: PageFilter,
  { pages, pageIds, findings }: CheckTally,
  levels: readonly Levels[],
): AsyncGenerator<string> {
  yield junitStart(findings.length + pages - pageIds.size, findings.filter(isFailure).length)
  for (const finding of findings.filter(({ rule }) => rule === HOST_RULE.id)) yield suiteOf(finding.url, [finding]).xml
  for await (const page of health.verdicts(filter))
    yield suiteOf(page.url, overrideLevels(pageFindings(page), levels)).xml
  yield JUNIT_END
}
