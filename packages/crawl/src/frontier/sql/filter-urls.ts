import type { Dialect } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import { Where } from '@canonist/registry/internal/store/sql-values'
import type { FrontierState } from '../frontier-state.ts'

export interface UrlConditions {
  readonly state?: FrontierState | undefined
  /** Any of these. */
  readonly reasons?: readonly string[] | undefined
  /** The name of the host, as stored. */
  readonly host?: string | undefined
}

/** Conditions on URLs `u`. */
export function filterUrls({ state, reasons, host }: UrlConditions): Where {
  const where = new Where()
  if (state === 'leased') where.and('u.lease_token is not null')
  else if (state !== undefined) where.and(`u.lease_token is null and u.state = ${where.put(state)}`)
  if (reasons !== undefined) where.and(matchReasons(reasons, where))
  if (host !== undefined) where.and(`u.host_id = (select id from hosts where host = ${where.put(host)})`)
  return where
}

function matchReasons(reasons: readonly string[], where: Where): string {
  return reasons.length === 0 ? 'false' : `u.reason in (${reasons.map((reason) => where.put(reason)).join(', ')})`
}

/** Like `filterUrls`, for the URLs of these pages only. */
export function filterUrlsOf(dialect: Dialect, ids: readonly number[], conditions: UrlConditions): Where {
  const where = filterUrls(conditions)
  return where.and(`u.page_id in ${selectJsonIds(dialect, where.put(toSqlJson(ids)))}`)
}
