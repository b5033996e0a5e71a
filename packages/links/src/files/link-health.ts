import type { Admission } from '@canonist/web/internal/admit/admission'
import type { PageVerdict } from '../health/sql/verdicts.sql.ts'
import { DEAD_VERDICTS, type DeadVerdict, type HealthReason } from '../health/words.ts'
import { HEALTH_RULES, listHealthFindings, toRuleId } from '../report/health-findings.ts'
import type { Finding, ReportRule } from '../report/finding.ts'
import type { LinkFinding } from './link-finding.ts'

/** The rules of `check` for dead pages, with the same ids. */
export const DEAD_RULES: readonly ReportRule[] = HEALTH_RULES.filter(({ id }) =>
  DEAD_VERDICTS.some((verdict) => toRuleId(verdict) === id),
)

/** The verdict on a page that may not be cited; null for any other page. */
export function findDeadVerdict(page: PageVerdict | null): DeadVerdict | null {
  return DEAD_VERDICTS.find((verdict) => verdict === page?.verdict) ?? null
}

/**
 * Why a page may not be cited by what was seen of it: it is dead, it was never seen in order, or it does not show its
 * content at present. What fails once or twice is cited all the same.
 */
export type HealthDoubt = DeadVerdict | 'never_healthy' | 'content_not_shown'

export function findDoubt(page: PageVerdict | null): HealthDoubt | null {
  if (page === null) return null
  const deadVerdict = findDeadVerdict(page)
  if (deadVerdict !== null) return deadVerdict
  if (page.lastGood === null) return 'never_healthy'
  return page.reasons.some((reason) => NOT_SHOWN.has(reason)) ? 'content_not_shown' : null
}

/** Reasons of a page that answers, with something else than its content. */
const NOT_SHOWN: ReadonlySet<HealthReason> = new Set<HealthReason>([
  'content_emptied',
  'like_a_missing_page',
  'like_every_page',
  'redirects_like_a_missing_page',
])

/**
 * What a registry holds of the page that a link leads to, as far as a link should be changed for it.
 *
 * @param retarget returns the URL of a moved page as the link is written; null if that is not certain
 */
export function listLinkHealth(
  url: string,
  page: PageVerdict | null,
  retarget: (target: string) => string | null,
): LinkFinding[] {
  if (page === null || (findDeadVerdict(page) === null && page.verdict !== 'moved')) return []
  return listHealthFindings([page])
    .filter(({ rule }) => rule === toRuleId(page.verdict))
    .map((finding) => toLinkFinding(url, finding, retarget))
}

function toLinkFinding(
  url: string,
  { rule, level, message, replacement }: Finding,
  retarget: (target: string) => string | null,
): LinkFinding {
  const target = replacement === undefined ? null : retarget(replacement)
  return { rule, level, message, url, ...(target === null ? {} : { replacement: target }) }
}

/** Of the canonical URL, which is the one to be written; else of the link as it is spelled. */
export async function findLinkVerdict(
  url: string,
  { canonical }: Pick<Admission, 'canonical'>,
  { findVerdict }: { readonly findVerdict: (url: string) => Promise<PageVerdict | null> },
): Promise<PageVerdict | null> {
  return (canonical === null ? null : await findVerdict(canonical)) ?? findVerdict(url)
}
