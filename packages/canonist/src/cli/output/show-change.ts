import type { Tier } from '@canonist/core'
import { hideCredentials } from '../../text/hide-credentials.ts'
import type { Colour, Paint } from './paint.ts'
import { toPrintable } from '../../text/printable.ts'

/** Colours of tiers, by risk. */
export const TIER_COLOURS: Readonly<Record<Tier, Colour>> = {
  safe: 'green',
  'usually-safe': 'yellow',
  lossy: 'red',
}

/** Both texts as one, with removed and added parts marked: `http://e.com[-:80-]/a`, or coloured. */
export function showChange(from: string, to: string, paint: Paint, hasColour: boolean): string {
  // Before cutting: a piece of a URL does not show that it contains a password.
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

/** The lengths of the common start and end, cut back to whole words: `[-Example-]{+example+}`, not `[-E-]{+e+}xample`. */
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

/** Red and struck through, for readers who cannot tell the colours apart. */
function strikeOut(text: string, paint: Paint): string {
  return paint('red', paint('struck', text))
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
