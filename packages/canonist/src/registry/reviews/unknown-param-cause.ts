import { findRegistrableDomain } from '../../net/gate/registrable-domain.ts'
import { readFoldedName } from '../../admit/pairs.ts'
import type { Cause } from './cause.ts'

/** No policy would list a name that is longer. */
const LONGEST_NAME = 200

/** One for each site and name, however many URLs have it. */
export function unknownParamCause(host: string, name: string): Cause {
  const domain = findRegistrableDomain(host) ?? host
  if (name.length > LONGEST_NAME) return { kind: 'unknown_param_too_long', subject: domain }
  return { kind: 'unknown_param', subject: `${domain} ${readFoldedName(name)}` }
}
