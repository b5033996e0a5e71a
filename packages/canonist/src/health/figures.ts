/** The names of months in Spanish and English, by number; enough letters of each to tell it. */
const MONTHS: readonly (readonly string[])[] = [
  ['enero', 'january', 'jan', 'ene'],
  ['febrero', 'february', 'feb'],
  ['marzo', 'march', 'mar'],
  ['abril', 'april', 'abr', 'apr'],
  ['mayo', 'may'],
  ['junio', 'june', 'jun'],
  ['julio', 'july', 'jul'],
  ['agosto', 'august', 'ago', 'aug'],
  ['septiembre', 'setiembre', 'september', 'sept', 'sep'],
  ['octubre', 'october', 'oct'],
  ['noviembre', 'november', 'nov'],
  ['diciembre', 'december', 'dic', 'dec'],
]
const MONTH_NUMBERS = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)))
const MONTH = [...MONTH_NUMBERS.keys()].toSorted((a, b) => b.length - a.length).join('|')

const UNIT = 'd[ií]as?|mes(?:es)?|a[ñn]os?|semanas?|horas?|days?|months?|years?|weeks?|hours?'
const NUMBER = '\\d{1,3}(?:[.,\\u00a0 ]\\d{3})*(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?'

/** Every pattern with what it means in one spelling. Quantities are bounded: the text may be a hostile one. */
const PATTERNS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/g, ([, year, month, day]) => date(year, month, day)],
  [/\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/g, ([, day, month, year]) => date(year, month, day)],
  [
    new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th|º)?\\s{1,3}(?:de\\s{1,3}|of\\s{1,3})?(${MONTH})\\b\\.?(?:\\s{1,3}(?:de\\s{1,3}|del\\s{1,3})?(\\d{4}))?`,
      'gi',
    ),
    ([, day, month, year]) => date(year, monthNumber(month), day),
  ],
  [
    new RegExp(`\\b(${MONTH})\\s{1,3}(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s{1,3}(\\d{4}))?\\b`, 'gi'),
    ([, month, day, year]) => date(year, monthNumber(month), day),
  ],
  [new RegExp(`(?:€|EUR|\\$|USD|£)\\s{0,2}(${NUMBER})(?![\\d])`, 'g'), ([, amount]) => `amount ${plain(amount)}`],
  [
    new RegExp(`(?<![\\d.,])(${NUMBER})\\s{0,2}(?:€|euros?\\b|EUR\\b|USD\\b|d[oó]lares\\b|dollars\\b|£)`, 'gi'),
    ([, amount]) => `amount ${plain(amount)}`,
  ],
  [/(?<![\d.,])(\d{1,3}(?:[.,]\d{1,3})?)\s{0,2}%/g, ([, share]) => `share ${plain(share)}`],
  [
    new RegExp(
      `\\b(\\d{1,4})\\s{1,3}(?:h[aá]biles\\s{1,3}|naturales\\s{1,3}|working\\s{1,3}|business\\s{1,3})?(${UNIT})\\b`,
      'gi',
    ),
    ([, count, unit = '']) => `term ${count} ${unit.toLowerCase()}`,
  ],
]

/** Nobody is misled by the day on which a page was last touched, and it changes all the time. */
const UPDATED = /(?:actualiza(?:do|da|ci[oó]n)|modificaci[oó]n|revisi[oó]n|updated|modified|reviewed)[^.\n]{0,40}$/i
const DAY_MS = 86_400_000

/**
 * Dates, deadlines and amounts of a text, each once, in one spelling and sorted: what people come for.
 *
 * @example findFigures('Hasta el 3 de mayo de 2026: 1.200,50 €', 0) // ['amount 1200.50', 'date 2026-5-3']
 */
export function findFigures(text: string, at: number): string[] {
  const days = new Set([-1, 0, 1].map((offset) => dayOf(at + offset * DAY_MS)))
  const found = new Set<string>()
  for (const [pattern, describe] of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const figure = describe(match)
      if (!days.has(figure) && !isUpdateTime(text, match.index, figure)) found.add(figure)
    }
  }
  return [...found].toSorted()
}

/** The text with all figures taken out, so that what is left can be compared by itself. */
export function maskFigures(text: string): string {
  return PATTERNS.reduce((masked, [pattern]) => masked.replace(pattern, ' '), text)
}

function isUpdateTime(text: string, index: number, figure: string): boolean {
  return figure.startsWith('date') && UPDATED.test(text.slice(Math.max(0, index - 60), index))
}

function date(year: string | undefined, month: string | number | undefined, day: string | undefined): string {
  return `date ${year === undefined ? '' : `${Number(year)}-`}${Number(month)}-${Number(day)}`
}

function dayOf(at: number): string {
  const day = new Date(at)
  return date(String(day.getUTCFullYear()), day.getUTCMonth() + 1, String(day.getUTCDate()))
}

const monthNumber = (name: string | undefined): number => MONTH_NUMBERS.get((name ?? '').toLowerCase()) ?? 0

/** `1.200,50`, `1,200.50` and `1200.5` are one amount. */
function plain(amount: string | undefined): string {
  const [, whole = '', cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(amount ?? '') ?? []
  return `${whole.replace(/[^\d]/g, '')}${cents === '' ? '' : `.${cents.padEnd(2, '0')}`}`
}
