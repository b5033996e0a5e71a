import { THRESHOLDS } from '../log/thresholds.ts'

const { MIN_DIGITS } = THRESHOLDS.personalData
const EMAIL = /(?<![^\s/?#&=:;,<>"@])[^\s/?#&=:;,<>"@]+@[^\s/?#&=:;,<>"@]+\.\p{L}{2,}/u
/** Separators between groups of digits; `+` is a space in a query. */
const MARK = '[\\s+_|/.:()\u2010-\u2015-]'
/** Spanish DNI and NIE, and IBAN, in groups or not. */
const IDENTITY = [
  `(?:\\d{2}|[xyz]${MARK}?\\d)${MARK}?\\d{3}${MARK}?\\d{3}${MARK}?[a-z]`,
  `[a-z]{2}\\d{2}(?:${MARK}?[a-z0-9]{4}){2,7}(?:${MARK}?[a-z0-9]{1,4})?`,
].map((shape) => new RegExp(`(?<![a-z0-9])${shape}(?![a-z0-9])`, 'i'))
/** A phone, card, account or identity number in groups. */
const GROUPED_NUMBER = new RegExp(`\\d(?:${MARK}{0,3}\\d){${MIN_DIGITS - 1},}`, 'g')
/** Two decimal numbers. A comma separates only points, since lists of numbers have commas; a sign allows fewer decimals. */
const POSITION = [
  /\d{1,3}\.\d{3,}[\s+,;|/_:]+-?\d{1,3}\.\d{3,}/,
  /\d{1,3},\d{3,}[\s+;|/_:]+-?\d{1,3},\d{3,}/,
  /\d{1,3}[.,]\d+[\s+,;|/_:]+-\d{1,3}[.,]\d+/,
  /-\d{1,3}[.,]\d+[\s+,;|/_:]+\d{1,3}[.,]\d+/,
]

const DAY = '(?:19|20)\\d\\d([ +_/.-]?)(?:0[1-9]|1[0-2])\\N(?:0[1-9]|[12]\\d|3[01])'
const writeDay = (group: number): string => DAY.replace('\\N', `\\${group}`)
/** A day, alone or with a time, a second day or a short number after it. */
const DATE = new RegExp(
  `^${writeDay(1)}(?:${MARK}{1,3}(?:${writeDay(2)}|\\d{1,6}|\\d\\d([:.-])\\d\\d\\3\\d\\d(?:\\.\\d{1,3})?))?$`,
)
/** Build numbers of browsers and systems: `120.0.6099.109`. */
const BUILD = /^\d{1,3}\.0\.\d{1,5}\.\d{1,5}$/

/** Whether a decoded text contains an e-mail address, phone number, identity number, card number or position. */
export function isPersonalValue(text: string): boolean {
  return EMAIL.test(text) || hasGroupedNumber(text) || [...POSITION, ...IDENTITY].some((shape) => shape.test(text))
}

const hasGroupedNumber = (text: string): boolean =>
  /\+\d{9,}/.test(text) ||
  (text.match(GROUPED_NUMBER) ?? []).some((number) => /\D/.test(number) && !DATE.test(number) && !BUILD.test(number))
