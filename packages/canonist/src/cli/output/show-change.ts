import type { Tier } from '@canonist/core'
import { hideCredentials } from '../../text/hide-credentials.ts'
import type { Colour, Paint } from './paint.ts'
import { toPrintable } from '../../text/printable.ts'

/** The colour of a tier: how much is risked by it. */
export const TIER_COLOURS: Readonly<Record<Tier, Colour>> = {
  safe: 'green',
  'usually-safe': 'yellow',
  lossy: 'red',
}

/** Both texts as one, with what went and what came in its place: `http://e.com[-:80-]/a`, in colours where there are some. */
export function showChange(from: string, to: string, paint: Paint, hasColour: boolean): string {
  // As a whole: a piece of a URL does not show that a password is in it.
  const [before, after] = [hideCredentials(from), hideCredentials(to)]
  const { start, end } = findChangedPart(before, after)
  const removed = toPrintable(before.slice(start, before.length - end))
  const added = toPrintable(after.slice(start, after.length - end))
  const middle = hasColour
    ? `${removed === '' ? '' : strikeOut(removed, paint)}${added === '' ? '' : paint('green', added)}`
    : `${removed === '' ? '' : `[-${removed}-]`}${added === '' ? '' : `{+${added}+}`}`
  return `${toPrintable(before.slice(0, start))}${middle}${toPrintable(before.slice(before.length - end))}`
}

const WORD = /[\w%-]/

/** What both texts begin and end with, cut back to whole words: `[-Example-]{+example+}`, not `[-E-]{+e+}xample`. */
function findChangedPart(before: string, after: string): { start: number; end: number } {
  let start = countCommonStart(before, after)
  let end = countCommonEnd(before, after, start)
  const isWord = (text: string, at: number): boolean => WORD.test(text.charAt(at))
  const cutsStart = isWord(before, start) || isWord(after, start)
  while (cutsStart && start > 0 && isWord(before, start - 1)) start -= 1
  const cutsEnd = isWord(before, before.length - end - 1) || isWord(after, after.length - end - 1)
  while (cutsEnd && end > 0 && isWord(before, before.length - end)) end -= 1
  return { start, end }
}

/** Red and struck through, so that it is told from what stays without seeing colours. */
function strikeOut(text: string, paint: Paint): string {
  return paint('red', `\u001b[9m${text}\u001b[29m`)
}

function countCommonStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}

function countCommonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start
  let length = 0
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1
  return length
}
