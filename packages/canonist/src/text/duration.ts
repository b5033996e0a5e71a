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
export function createDurationParser({ bareUnit = 's', least = '0s', most = '30d' }: DurationLimits = {}): (
  input: string,
) => number {
  const [shortest, longest] = [parse(least, bareUnit), parse(most, bareUnit)]
  const isAllowed = (ms: number): boolean => ms >= shortest && ms <= longest
  return (input) => {
    const ms = parse(input, bareUnit)
    if (isAllowed(ms)) return ms
    const examples = EXAMPLES.filter((example) => isAllowed(parse(example, bareUnit)))
    throw new Error(`it must be a duration from ${least} to ${most}, such as ${examples.join(', ')}`)
  }
}

/** NaN where the text is not a duration. */
function parse(text: string, bareUnit: DurationUnit): number {
  const [, number, unit = bareUnit] = DURATION.exec(text) ?? []
  return number === undefined ? Number.NaN : Number(number) * MS_PER_UNIT[unit as DurationUnit]
}

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
