import type { Dialect } from '@canonist/registry/internal/store/database'
import { selectJsonRows, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { LeaseRef } from '../claim/claim.ts'

/** Our own SQL: the leases of `formatLeases` as `r`, and URLs as `u`; for use with `IS_LEASED`. */
export const selectLeases = (dialect: Dialect): string =>
  `${selectJsonRows(dialect, '$1', { id: 'integer', token: 'integer' }, 'r')} cross join frontier_urls u`

export const IS_LEASED = 'u.page_id = r.id and u.lease_token = r.token'

/** Formats the value of `$1`. */
export const formatLeases = (leases: readonly LeaseRef[]): string =>
  toSqlJson(leases.map(({ id, token }) => ({ id, token })))
