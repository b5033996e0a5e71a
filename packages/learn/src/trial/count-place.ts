import type { Form } from '../log/form.ts'
import { groupBy } from '../log/site-state.ts'
import type { Count } from './trial.ts'
import type { SegmentSwap } from './value-rewrite.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MIN_SHARED, MIN_SHARE } = THRESHOLDS.countPlace

interface Word {
  forms: number
  shared: number
  agreeing: number
}

/**
 * Tests whether a path segment has a meaning: how often do other words in the same place, below which the same pages exist, show
 * the content of the swapped ones? If markets or editions differ in general, two of them may still look alike for now.
 */
export function countPlace(forms: readonly Form[], { at, from, to }: SegmentSwap): Count {
  const words = new Map<string, Word>()
  const pages = groupBy(
    forms.filter(({ label, path }) => label !== -1 && path.split('/').length > at + 2),
    ({ path, query }) =>
      `${path
        .split('/')
        .toSpliced(at + 1, 1, '')
        .join('/')}${query}`,
  )
  for (const page of pages.values()) countWords(page, at, [from, to], words)
  const alike = [...words.values()].filter(({ forms, shared }) => shared >= Math.max(MIN_SHARED, MIN_SHARE * forms))
  return {
    trials: alike.reduce((sum, { shared }) => sum + shared, 0),
    agreeing: alike.reduce((sum, { agreeing }) => sum + agreeing, 0),
  }
}

function countWords(page: readonly Form[], at: number, swapped: readonly string[], words: Map<string, Word>): void {
  const readWord = ({ path }: Form): string => path.split('/')[at + 1] ?? ''
  const known = page.filter((form) => swapped.includes(readWord(form))).map(({ label }) => label)
  for (const form of page) {
    const word = readWord(form)
    if (swapped.includes(word)) continue
    const count = words.get(word) ?? { forms: 0, shared: 0, agreeing: 0 }
    words.set(word, count)
    count.forms++
    if (known.length === 0) continue
    count.shared++
    if (known.includes(form.label)) count.agreeing++
  }
}
