import { FIGURE_PATTERNS } from './figure-patterns.ts'
import { listPhrases, allowLostAccents } from '@canonist/web/internal/page-facts/language-phrases'

/** Precedes the date of the last update, which changes often and misleads no reader. */
const UPDATED = new RegExp(`(?:${allowLostAccents(listPhrases('updated').join('|'))})[^.\\n]{0,40}$`, 'i')
const DAY_MS = 86_400_000

/**
 * Dates, deadlines and amounts of a text: unique, in one spelling, sorted.
 *
 * @example findFigures('Hasta el 3 de mayo de 2026: 1.200,50 €') // ['amount 1200.50', 'date 2026-5-3']
 */
export function findFigures(text: string): string[] {
  const found = new Set<string>()
  for (const [pattern, describe] of FIGURE_PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const figure = describe(match)
      if (!isUpdateTime(text, match.index, figure)) found.add(figure)
    }
  }
  return [...found].toSorted()
}

/** The text without its figures, so that the rest can be compared separately. */
export function maskFigures(text: string): string {
  return FIGURE_PATTERNS.reduce((masked, [pattern]) => masked.replace(pattern, ' '), text)
}

function isUpdateTime(text: string, index: number, figure: string): boolean {
  return /^(?:date|time)/.test(figure) && UPDATED.test(text.slice(Math.max(0, index - 60), index))
}

/** The figures of the current date and month, in every time zone. */
export function listDateFigures(at: number): ReadonlySet<string> {
  return new Set(
    [-1, 0, 1].flatMap((offset) => {
      const day = new Date(at + offset * DAY_MS)
      const month = `${day.getUTCMonth() + 1}`
      return [
        `date ${day.getUTCFullYear()}-${month}-${day.getUTCDate()}`,
        `date ${month}-${day.getUTCDate()}`,
        `date ${day.getUTCFullYear()}-${month}`,
      ]
    }),
  )
}
