import type { Health } from '@canonist/links/internal/health/health'
import type { PageFilter } from '@canonist/links/internal/health/page-filter'
import type { CheckOptions, PassReport } from '@canonist/links/internal/health/pass/pass'
import { readHost } from '@canonist/registry/internal/registry/read-host'
import { AppError } from '../canonist/errors.ts'
import type { LinkedPages } from './linked-pages.ts'

export type { DuePage, Health } from '@canonist/links/internal/health/health'
export type { PageFilter } from '@canonist/links/internal/health/page-filter'
export type { PassReport } from '@canonist/links/internal/health/pass/pass'
export { MAX_WAIT_MS } from '@canonist/links/internal/health/pass/check-host'
export type { EffectivePolicy } from '@canonist/links/internal/health/effective-policy'
export type { PauseReason } from '@canonist/links/internal/health/sql/hosts.sql'
export type { TurnedAway } from '@canonist/links/internal/health/sql/pages.sql'

/** Which pages are meant; those that are due, unless it says otherwise. */
export interface PageSelection {
  /** The pages of these URLs, due or not. */
  readonly urls?: readonly string[] | undefined
  readonly host?: string | undefined
  /** Whether pages that are not due yet are meant, too. */
  readonly all?: boolean | undefined
  /** The pages that files link to. */
  readonly linked?: LinkedPages | null | undefined
}

/** Throws `app/not-in-registry` for a URL that leads to no page. */
export async function selectPages(
  health: Pick<Health, 'locate'>,
  { urls, host, all = false, linked }: PageSelection,
): Promise<PageFilter> {
  const plain = host === undefined ? undefined : readHost(host)
  if (urls === undefined) return { host: plain, isAll: all, pageIds: linked?.pageIds }
  const found = await health.locate(urls)
  const unknown = urls.find((_, index) => found[index] === null)
  if (unknown !== undefined) throw new AppError('app/not-in-registry', { thing: unknown })
  return { host: plain, pageIds: found.filter((id) => id !== null), isAll: true }
}

export interface RunCheckOptions extends Omit<CheckOptions, 'fragmentsOf' | 'onChecked'> {
  readonly linked?: LinkedPages | null | undefined
  /** Called after each page with the number of pages so far. */
  readonly onProgress?: ((done: number) => void) | undefined
}

/**
 * Looks at pages once and writes down what was seen. An aborted check ends with what is done; call it again to resume.
 *
 * @example
 * const health = await canonist.health()
 * const fetcher = openPoliteFetcher()
 * const filter = await selectPages(health, { host: 'example.com' })
 * await runCheck(health, { fetcher, filter })
 * const { findings } = await reportCheck(health, { filter })
 */
export async function runCheck(
  health: Pick<Health, 'check'>,
  { linked, onProgress, ...options }: RunCheckOptions,
): Promise<PassReport> {
  let done = 0
  return health.check({
    ...options,
    listFragments: linked?.listFragments,
    onChecked: () => onProgress?.((done += 1)),
  })
}
