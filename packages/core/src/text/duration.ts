const MS_PER_UNIT = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

export type DurationUnit = keyof typeof MS_PER_UNIT

const EXAMPLES = ['250ms', '30s', '5m', '2h', '7d']

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/

export interface DurationLimits {
  /** Of a number without a unit: seconds, unless the help of the flag says otherwise. */
  readonly bareUnit?: DurationUnit
  /** As a user would write it, such as `0s`. */
  readonly least?: string
  readonly most?: string
}

/**
 * Makes a parser of durations (`250ms`, `30s`, `5m`, `2h`, `7d`) that returns milliseconds.
 *
 * @example createDurationParser({ most: '1h' })('5m') // 300000
 */
export function createDurationParser(limits: DurationLimits = {}): (input: string) => number {
  const { bareUnit = 's' } = limits
  const isAllowed = createCheck(limits)
  return (input) => {
    const ms = parse(input, bareUnit)
    if (isAllowed(ms)) return ms
    throw new Error(describeDurations(limits))
  }
}

/** What to write instead of a duration that is refused. */
export function describeDurations(limits: DurationLimits): string {
  const { bareUnit = 's', least = LEAST, most = MOST } = limits
  const isAllowed = createCheck(limits)
  const examples = EXAMPLES.filter((example) => isAllowed(parse(example, bareUnit)))
  return `it must be a duration from ${least} to ${most}, such as ${examples.join(', ')}`
}

const [LEAST, MOST] = ['0s', '30d']

function createCheck({ bareUnit = 's', least = LEAST, most = MOST }: DurationLimits): (ms: number) => boolean {
  const [shortest, longest] = [parse(least, bareUnit), parse(most, bareUnit)]
  return (ms) => ms >= shortest && ms <= longest
}

/** NaN where the text is not a duration. A part of a millisecond counts as a whole one. */
function parse(text: string, bareUnit: DurationUnit): number {
  const [, number, unit = bareUnit] = DURATION.exec(text) ?? []
  return number === undefined ? Number.NaN : Math.ceil(Number(number) * MS_PER_UNIT[unit as DurationUnit])
}

export interface DurationRange {
  /** Whether a duration of nothing is refused: `least: '1ms'` of the parser. */
  readonly isPositive: boolean
  readonly mostDays: number
}

/**
 * The durations that a parser accepts, as a regular expression for readers of a schema. A number without a unit is seconds.
 *
 * @example formatDurationPattern({ isPositive: true, mostDays: 30 })
 */
export function formatDurationPattern({ isPositive, mostDays }: DurationRange): string {
  const zero = isPositive ? String.raw`0+\.0*[1-9]\d*` : String.raw`0+(?:\.\d+)?`
  const units = Object.entries(MS_PER_UNIT).map(([unit, ms]) => {
    const most = String((mostDays * MS_PER_UNIT.d) / ms)
    const numbers = [zero, String.raw`0*(?:${formatSmaller(most)})(?:\.\d+)?`, String.raw`0*${most}(?:\.0+)?`]
    return `(?:${numbers.join('|')})${unit === 's' ? 's?' : unit}`
  })
  return `^(?:${units.join('|')})$`
}

/**
 * The whole numbers from 1 to the one before `most`, as alternatives of a regular expression.
 *
 * @example formatSmaller('30') // '[1-9]|[1-2]\\d'
 */
function formatSmaller(most: string): string {
  const shorter = Array.from({ length: most.length - 1 }, (_, rest) => `[1-9]${formatDigits(rest)}`)
  const asLong = Array.from(most, (digit, at) => {
    const [least, largest] = [at === 0 ? 1 : 0, Number(digit) - 1]
    return largest < least ? null : `${most.slice(0, at)}[${least}-${largest}]${formatDigits(most.length - at - 1)}`
  })
  const all = [...shorter, ...asLong.filter((each) => each !== null)]
  return all.length === 0 ? '(?!)' : all.join('|')
}

const formatDigits = (count: number): string => (count === 0 ? '' : String.raw`\d{${count}}`)

/**
 * A duration for people, in the largest unit that gives a whole number.
 *
 * @example formatDuration(90_000) // '90 s'
 */
export function formatDuration(ms: number): string {
  const units = Object.entries(MS_PER_UNIT).toReversed()
  const [unit, size] = units.find(([, each]) => ms >= each && ms % each === 0) ?? ['ms', 1]
  return `${ms / size} ${unit === 'm' ? 'min' : unit}`
}
