import { listPhrases, createMonthNumbers, createNumberWords } from '@canonist/web/internal/page-facts/language-phrases'

const MONTH_NUMBERS = createMonthNumbers()
const MONTH = [...MONTH_NUMBERS.keys()].toSorted((a, b) => b.length - a.length).join('|')

const NUMBER_WORDS = createNumberWords()
const NUMBER_WORD = [...NUMBER_WORDS.keys()].join('|')

const UNIT = listPhrases('units').join('|')
// At most seven groups: no amount is longer, and without a bound a table of numbers would take quadratic time.
const NUMBER = '\\d{1,3}(?:[.,\\u00a0 ]\\d{3}){0,6}(?:[.,]\\d{1,2})?|\\d{1,18}(?:[.,]\\d{1,2})?'

const OF = "\\s{1,3}(?:de\\s{1,3}|of\\s{1,3}|d['’])?"
/** Suffixes of the number of a day. */
const DAY_END = '(?:st|nd|rd|th|er|º|\\.)?'
const YEAR = '(?:,?\\s{1,3}(?:de\\s{1,3}|del\\s{1,3})?(\\d{4}))?'

/** Every pattern with a function that formats its match in one spelling. Quantifiers are bounded, because the text may be hostile. */
export const FIGURE_PATTERNS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  // The first day of a range, which takes its month from the second: "del 1 al 31 de marzo".
  [
    new RegExp(
      `\\b(\\d{1,2})${DAY_END}\\s{0,3}(?:al?|au|y|e|i|et|und|y\\s{1,3}el|hasta\\s{1,3}el|fins\\s{1,3}al|at[ée]|bis|to|and|-|–)\\s{0,3}\\d{1,2}${DAY_END}${OF}(${MONTH})\\b\\.?${YEAR}`,
      'gi',
    ),
    ([, day, month, year]) => formatDate(year, getMonthNumber(month), day),
  ],
  [/\b(\d{4})-(\d{2})-(\d{2})\b/g, ([, year, month, day]) => formatDate(year, month, day)],
  [/\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/g, ([, day, month, year]) => formatDate(year, month, day)],
  [
    new RegExp(`\\b(\\d{1,2})${DAY_END}${OF}(${MONTH})\\b\\.?${YEAR}`, 'gi'),
    ([, day, month, year]) => formatDate(year, getMonthNumber(month), day),
  ],
  [
    new RegExp(`(?<!\\b\\d{1,2}${DAY_END}${OF})\\b(${MONTH})\\s{1,3}(?:del?\\s{1,3})?(\\d{4})\\b`, 'gi'),
    ([, month, year]) => `date ${year}-${getMonthNumber(month)}`,
  ],
  [
    new RegExp(`\\b(${MONTH})\\s{1,3}(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s{1,3}(\\d{4}))?\\b`, 'gi'),
    ([, month, day, year]) => formatDate(year, getMonthNumber(month), day),
  ],
  [
    new RegExp(`(?:€|EUR|\\$|USD|£)\\s{0,2}(${NUMBER})(?![\\d])`, 'g'),
    ([, amount]) => `amount ${toPlainAmount(amount)}`,
  ],
  [
    new RegExp(`(?<![\\d.,])(${NUMBER})\\s{0,2}(?:€|euros?\\b|EUR\\b|USD\\b|d[oó]lares\\b|dollars\\b|£)`, 'gi'),
    ([, amount]) => `amount ${toPlainAmount(amount)}`,
  ],
  [/(?<![\d.,])(\d{1,3}(?:[.,]\d{1,3})?)\s{0,2}%/g, ([, share]) => `share ${toPlainAmount(share)}`],
  // The time of a deadline; not a clock on the page, which shows seconds or has no unit.
  [
    /(?<![\d:.])([01]?\d|2[0-3])[:.]([0-5]\d)(?=\s{0,2}(?:h|hrs?|horas|[ap]\.?\s?m)\b)/gi,
    ([, hour, minute]) => `time ${Number(hour)}:${minute}`,
  ],
  [
    /(?<=\b(?:las|at|by|until|de|a|to|from)\s{1,3})([01]?\d|2[0-3]):([0-5]\d)(?![\d:])/gi,
    ([, hour, minute]) => `time ${Number(hour)}:${minute}`,
  ],
  [
    new RegExp(
      `(?<![\\d:.,])\\b(\\d{1,4}|${NUMBER_WORD})\\s{1,3}(?:h[aá]biles\\s{1,3}|naturales\\s{1,3}|working\\s{1,3}|business\\s{1,3})?(${UNIT})\\b`,
      'gi',
    ),
    ([, count = '', unit = '']) => `term ${NUMBER_WORDS.get(count.toLowerCase()) ?? count} ${unit.toLowerCase()}`,
  ],
]

function formatDate(year: string | undefined, month: string | number | undefined, day: string | undefined): string {
  return `date ${year === undefined ? '' : `${Number(year)}-`}${Number(month)}-${Number(day)}`
}

const getMonthNumber = (name: string | undefined): number => MONTH_NUMBERS.get((name ?? '').toLowerCase()) ?? 0

/** `1.200,50`, `1,200.50` and `1200.5` are one amount. */
function toPlainAmount(amount: string | undefined): string {
  const [, whole = '', cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(amount ?? '') ?? []
  return `${whole.replace(/[^\d]/g, '')}${cents === '' ? '' : `.${cents.padEnd(2, '0')}`}`
}
