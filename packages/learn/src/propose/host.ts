import type { Edit } from './edit.ts'
import { moveHost, stripWww, writeScheme } from './edits/host.ts'
import type { Pair } from '../log/form.ts'

/** How many forms a host has. */
export type CountForms = (host: string) => number

/** Proposes edits that make scheme and host of two URLs equal. */
export function proposeForHosts([a, b]: Pair, countForms: CountForms): Edit[] {
  const edits: Edit[] = a.scheme === b.scheme ? [] : [writeScheme('https')]
  if (a.host === b.host) return edits
  if (isWww(a.host, b.host) || isWww(b.host, a.host)) return [...edits, stripWww]
  const [from, to] = isBetterHost(a.host, b.host, countForms) ? [b.host, a.host] : [a.host, b.host]
  return [...edits, moveHost(from, to)]
}

const isWww = (host: string, bare: string): boolean => host === `www.${bare}` && bare.includes('.')

/** The host with more forms, then the shorter one. The same for every pair, so that two hosts never rewrite to each other. */
function isBetterHost(a: string, b: string, countForms: CountForms): boolean {
  return (
    countForms(a) - countForms(b) > 0 ||
    (countForms(a) === countForms(b) && (a.length < b.length || (a.length === b.length && a < b)))
  )
}
