import { hashUrl } from '@canonist/core'

/** An index entry in PostgreSQL has at most 2,700 bytes, and the name of a fact may contain a path. */
const MAX_NAME_LENGTH = 600

/** Formats the name under which a fact is stored: a long one as its hash. */
export function formatFactName(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, name.indexOf(':') + 1)}sha256:${hashUrl(name)}`
}
