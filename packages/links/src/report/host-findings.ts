import { isSilence } from '@canonist/web/internal/net/politeness/silence'
import type { PageVerdict } from '../health/sql/verdicts.sql.ts'
import { DEAD_VERDICTS, type HealthReason, type HealthVerdict } from '../health/words.ts'
import type { Finding, ReportRule } from './finding.ts'
import { plural } from '@canonist/core/internal/text/plural'

export const HOST_RULE: ReportRule = {
  id: 'host-in-trouble',
  level: 'error',
  summary: 'Nearly all pages of a host fail in the same way: the host is down, under maintenance, or has a new owner.',
}

/** With fewer pages, a problem of the host looks like one of a page. */
const MIN_PAGES = 3
const NEARLY_ALL = 0.9

/** Finds hosts that fail as a whole, so that one finding replaces many about their pages. */
export class HostTally {
  readonly #hosts = new Map<string, { all: number; failing: number }>()

  add(page: PageVerdict): void {
    const counts = this.#hosts.get(page.host) ?? { all: 0, failing: 0 }
    this.#hosts.set(page.host, counts)
    counts.all += 1
    if (failsWithHost(page)) counts.failing += 1
  }

  listFindings(): Finding[] {
    return [...this.#hosts].flatMap(([host, { all, failing }]) =>
      failing >= MIN_PAGES && failing >= all * NEARLY_ALL ? [createFinding(host, failing, all)] : [],
    )
  }
}

function createFinding(host: string, failing: number, all: number): Finding {
  const message = `${failing.toLocaleString('en')} of ${plural(all, 'page')} of ${host} fail in the same way. Check the host before you look at its pages.`
  return { rule: HOST_RULE.id, level: HOST_RULE.level, message, url: `https://${host}/` }
}

const FAILING: ReadonlySet<HealthVerdict> = new Set<HealthVerdict>(['degraded', ...DEAD_VERDICTS])

/** Reasons that affect all pages of a host at once: it was sold, or every URL leads to one page. */
const HOST_REASONS: ReadonlySet<HealthReason> = new Set<HealthReason>([
  'left_allowlist',
  'domain_parked',
  'redirects_home',
  'like_a_missing_page',
  'redirects_like_a_missing_page',
  'like_every_page',
])

const failsWithHost = ({ verdict, reasons }: PageVerdict): boolean => FAILING.has(verdict) && reasons.some(blamesHost)

const blamesHost = (reason: HealthReason): boolean =>
  isSilence(reason) || HOST_REASONS.has(reason) || reason.startsWith('status_5')
