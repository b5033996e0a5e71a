import { suggestFix } from '@canonist/core/internal/text/nearest'
import { LinkError } from './errors.ts'

/**
 * Rejects ids of findings that do not exist: their level would silently have no effect.
 *
 * @param where the ids stand, for the message
 */
export function rejectUnknownFindings(ids: readonly string[], known: readonly string[], where: string): void {
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown === undefined) return
  throw new LinkError('app/unknown-finding', {
    thing: where,
    says: `No finding is called "${unknown}".`,
    fix: suggestFix(unknown, known, 'findings'),
  })
}
