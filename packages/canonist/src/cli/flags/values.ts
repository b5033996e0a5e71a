// One parser for each kind of value; those for durations and sizes are in src/text, because the service uses them, too. A
// parser throws an error that says what is valid; the name of the flag and the value are added where the error is shown.

export function text(input: string): string {
  return input
}

/** A value that is not one of a closed list. */
export class ChoiceError extends Error {
  readonly value: string
  readonly choices: readonly string[]

  constructor(value: string, choices: readonly string[]) {
    super(`it must be one of ${choices.join(', ')}`)
    this.value = value
    this.choices = choices
  }
}

export interface ChoiceParser<Choice extends string> {
  (input: string): Choice
  readonly choices: readonly Choice[]
}

/**
 * Makes a parser of a closed list of names, for arguments and long lists; most flags have the kind `enum`.
 *
 * @example createChoiceParser(['read', 'write'])('read') // 'read'
 */
export function createChoiceParser<Choice extends string>(choices: readonly Choice[]): ChoiceParser<Choice> {
  const parse = (input: string): Choice => {
    const found = choices.find((choice) => choice === input)
    if (found === undefined) throw new ChoiceError(input, choices)
    return found
  }
  return Object.assign(parse, { choices })
}

/**
 * Makes a parser of whole numbers.
 *
 * @example createNumberParser(1, 100)('7') // 7
 */
export function createNumberParser(least: number, most: number): (input: string) => number {
  return (input) => {
    const value = Number(input)
    if (/^\d+$/.test(input) && value >= least && value <= most) return value
    throw new Error(`it must be a whole number from ${least} to ${most}`)
  }
}

/** A number, or `all`, which is Infinity. */
export function numberOrAll(input: string): number {
  if (input === 'all') return Number.POSITIVE_INFINITY
  if (!/^\d+$/.test(input)) throw new Error('it must be a number, or all')
  return Number(input)
}

/** Rejects characters that a header cannot contain: a line break would start another header. */
export function headerText(input: string): string {
  if (/^[\u0020-\u007e]+$/.test(input)) return input
  throw new Error('it must be one line of printable ASCII')
}

const MEDIA_TYPE = /^[a-z0-9][\w!#$&^.+-]*\/(?:\*|[a-z0-9][\w!#$&^.+-]*)$/i

export function mediaType(input: string): string {
  if (MEDIA_TYPE.test(input)) return input.toLowerCase()
  throw new SyntaxError('it must be a media type, such as text/html or text/*')
}

/** The URL of a server. */
export function serverUrl(input: string): string {
  if (/^https?:$/.test(URL.parse(input)?.protocol ?? '')) return input
  throw new SyntaxError('it must be the URL of a server, such as https://example.com')
}
