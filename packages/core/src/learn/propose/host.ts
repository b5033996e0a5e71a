import { moveHost, stripWww, writeScheme, type Edit } from '../edit.ts'
import type { Form } from '../form.ts'

/** What would make scheme and host of two forms equal. */
export function proposeForHosts(a: Form, b: Form, sizeOf: (host: string) => number): Edit[] {
  const edits: Edit[] = a.scheme === b.scheme ? [] : [writeScheme('https')]
  if (a.host === b.host) return edits
  if (isWww(a.host, b.host) || isWww(b.host, a.host)) return [...edits, stripWww]
  const [from, to] = isBetterHost(a.host, b.host, sizeOf) ? [b.host, a.host] : [a.host, b.host]
  return [...edits, moveHost(from, to)]
}

const isWww = (host: string, bare: string): boolean => host === `www.${bare}` && bare.includes('.')

/** The one that is seen more often; of equals the shorter one. The same for every pair, so that no two hosts lead to each other. */
function isBetterHost(a: string, b: string, sizeOf: (host: string) => number): boolean {
  return (
    sizeOf(a) - sizeOf(b) > 0 || (sizeOf(a) === sizeOf(b) && (a.length < b.length || (a.length === b.length && a < b)))
  )
}
