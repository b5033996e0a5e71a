import { SECOND_LEVEL_LABELS, isOpenDomain } from '../../url/domains.ts'
import { escapeExpression } from './stripped-names.ts'

/** An expression for the hosts that a key of `sites` names, without their subdomains. */
export function formatHostExpression(domain: string): string {
  if (!isOpenDomain(domain)) return escapeExpression(domain)
  const ending = `(?:\\.(?:${SECOND_LEVEL_LABELS.join('|')})\\.[a-z]{2}|\\.[a-z0-9-]+)`
  return escapeExpression(domain.slice(0, -2)) + ending
}
