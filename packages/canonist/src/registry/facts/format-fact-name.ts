import { hashUrl } from '@canonist/core'

/** An index of PostgreSQL takes no more than 2,700 bytes, and the name of a fact may hold a path. */
const MAX_NAME_LENGTH = 600

/** The name under which a fact is stored; one that is too long for that is known by its hash. */
export function formatFactName(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, name.indexOf(':') + 1)}sha256:${hashUrl(name)}`
}
