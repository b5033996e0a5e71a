import { findRegistrableDomain } from '@canonist/web/internal/net/gate/registrable-domain'
import { readFoldedName } from '@canonist/web/internal/admit/pairs'
import type { Cause } from './cause.ts'

/** No policy would list a longer name. */
const MAX_NAME_LENGTH = 200

/** Creates one cause for each site and name, however many URLs have it. */
export function createUnknownParamCause(host: string, name: string): Cause {
  const domain = findRegistrableDomain(host) ?? host
  if (name.length > MAX_NAME_LENGTH) return { kind: 'unknown_param_too_long', subject: domain }
  return { kind: 'unknown_param', subject: `${domain} ${readFoldedName(name)}` }
}
