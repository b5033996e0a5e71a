import type { Edit } from './edit.ts'
import { moveHost, stripWww, writeScheme } from './edits/host.ts'
import type { Pair } from '../log/form.ts'

/** How many forms a host has. */
export type SizeOfHost = (host: string) => number

/** What would make scheme and host of two URLs equal. */
export function proposeForHosts([a, b]: Pair, sizeOf: SizeOfHost): Edit[] {
  const edits: Edit[] = a.scheme === b.scheme ? [] : [writeScheme('https')]
  if (a.host === b.host) return edits
  if (isWww(a.host, b.host) || isWww(b.host, a.host)) return [...edits, stripWww]
  const [from, to] = isBetterHost(a.host, b.host, sizeOf) ? [b.host, a.host] : [a.host, b.host]
  return [...edits, moveHost(from, to)]
}

const isWww = (host: string, bare: string): boolean => host === `www.${bare}` && bare.includes('.')

/** The one that is seen more often; of equals the shorter one. The same for every pair, so that no two hosts lead to each other. */
function isBetterHost(a: string, b: string, sizeOf: SizeOfHost): boolean {
  return (
    sizeOf(a) - sizeOf(b) > 0 || (sizeOf(a) === sizeOf(b) && (a.length < b.length || (a.length === b.length && a < b)))
  )
}
