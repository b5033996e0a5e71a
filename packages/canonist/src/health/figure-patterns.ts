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

/** Numbers that deadlines are written with in words. */
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  (
    [
      [1, 'un una one'],
      [2, 'dos two'],
      [3, 'tres three'],
      [4, 'cuatro four'],
      [5, 'cinco five'],
      [6, 'seis six'],
      [7, 'siete seven'],
      [8, 'ocho eight'],
      [9, 'nueve nine'],
      [10, 'diez ten'],
      [11, 'once eleven'],
      [12, 'doce twelve'],
      [15, 'quince fifteen'],
      [20, 'veinte twenty'],
      [30, 'treinta thirty'],
      [40, 'cuarenta forty'],
      [60, 'sesenta sixty'],
      [90, 'noventa ninety'],
      [100, 'cien'],
    ] as const
  ).flatMap(([number, words]) => words.split(' ').map((word) => [word, number] as const)),
)
const NUMBER_WORD = [...NUMBER_WORDS.keys()].join('|')

const UNIT = 'd[ií]as?|mes(?:es)?|a[ñn]os?|semanas?|horas?|days?|months?|years?|weeks?|hours?'
// Seven groups are more money than there is; without an end a table of numbers is read anew from each of them.
const NUMBER = '\\d{1,3}(?:[.,\\u00a0 ]\\d{3}){0,6}(?:[.,]\\d{1,2})?|\\d{1,18}(?:[.,]\\d{1,2})?'

const OF = '\\s{1,3}(?:de\\s{1,3}|of\\s{1,3})?'
const YEAR = '(?:,?\\s{1,3}(?:de\\s{1,3}|del\\s{1,3})?(\\d{4}))?'

/** Every pattern with what it means in one spelling. Quantities are bounded: the text may be a hostile one. */
export const FIGURE_PATTERNS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  // The first day of a range, which has its month from the second: "del 1 al 31 de marzo".
  [
    new RegExp(
      `\\b(\\d{1,2})\\s{0,3}(?:al?|y|e|y\\s{1,3}el|hasta\\s{1,3}el|to|and|-|–)\\s{0,3}\\d{1,2}(?:st|nd|rd|th|º)?${OF}(${MONTH})\\b\\.?${YEAR}`,
      'gi',
    ),
    ([, day, month, year]) => date(year, monthNumber(month), day),
  ],
  [/\b(\d{4})-(\d{2})-(\d{2})\b/g, ([, year, month, day]) => date(year, month, day)],
  [/\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/g, ([, day, month, year]) => date(year, month, day)],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|º)?${OF}(${MONTH})\\b\\.?${YEAR}`, 'gi'),
    ([, day, month, year]) => date(year, monthNumber(month), day),
  ],
  [
    new RegExp(`(?<!\\b\\d{1,2}(?:st|nd|rd|th|º)?${OF})\\b(${MONTH})\\s{1,3}(?:del?\\s{1,3})?(\\d{4})\\b`, 'gi'),
    ([, month, year]) => `date ${year}-${monthNumber(month)}`,
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
  // What tells the time of a deadline; not what a clock on the page shows, which has seconds or stands alone.
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

function date(year: string | undefined, month: string | number | undefined, day: string | undefined): string {
  return `date ${year === undefined ? '' : `${Number(year)}-`}${Number(month)}-${Number(day)}`
}

const monthNumber = (name: string | undefined): number => MONTH_NUMBERS.get((name ?? '').toLowerCase()) ?? 0

/** `1.200,50`, `1,200.50` and `1200.5` are one amount. */
function plain(amount: string | undefined): string {
  const [, whole = '', cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(amount ?? '') ?? []
  return `${whole.replace(/[^\d]/g, '')}${cents === '' ? '' : `.${cents.padEnd(2, '0')}`}`
}
