/**
 * Limits how long an expression of a policy can run. JavaScript engines try every way in which an expression may match,
 * so the bound is the number of ways: a choice has as many as its alternatives have together, a sequence the product of
 * those of its parts, and open repetitions (`*`, `+`, `{2,}`) as many as there are ways to divide the text among them. A part
 * runs once for each way through the parts before it, and takes some steps each time. A part that matches the empty text
 * takes steps too: an engine visits empty groups, lookarounds and empty alternatives like any other part.
 *
 * Choices and repetitions count together, and a group that repeats may hold neither: the ways through such a group grow
 * exponentially with the text. Coarse on purpose: an expression that is refused can be written in another way.
 */
interface Work {
  readonly ways: Count
  readonly steps: Count
}

/**
 * A number that depends on the length of the text. The entry at `k` counts once for each way to divide the text among `k`
 * open repetitions and the rest, which are C(length + k, k) ways.
 */
type Count = readonly number[]

/** Beyond this many repetitions in a row every count is too high. */
const MAX_OPEN_REPETITIONS = 12

const add = (one: Count, other: Count): Count => {
  const [long, short] = one.length > other.length ? [one, other] : [other, one]
  return long.map((entry, open) => entry + (short[open] ?? 0))
}

function multiply(one: Count, other: Count): Count {
  const product = Array.from({ length: Math.min(one.length + other.length - 1, MAX_OPEN_REPETITIONS + 1) }, () => 0)
  for (const [i, a] of one.entries()) {
    for (const [j, b] of other.entries()) {
      const open = Math.min(i + j, MAX_OPEN_REPETITIONS)
      // Zero times infinity is not a number.
      if (a > 0 && b > 0) product[open] = (product[open] ?? 0) + a * b
    }
  }
  return product
}

function evaluate(count: Count, length: number): number {
  let value = 0
  let divisions = 1
  for (const [open, entry] of count.entries()) {
    if (open > 0) divisions *= (length + open) / open
    if (entry > 0) value += entry * divisions
  }
  return value
}

/** What an accepted expression may cost on the longest text that it is run on: about a tenth of a second at worst. */
export const MAX_STEPS = 2 ** 26

export interface Bounds {
  /** The longest text that the expression is run on. */
  readonly longest: number
  readonly mostSteps: number
}

/** Why an expression cannot be used, or null. */
export function findWorkFault(source: string, { longest, mostSteps }: Bounds): string | null {
  const expression = compile(source)
  if (typeof expression === 'string') return expression
  try {
    const steps = countSteps(source, longest)
    if (steps <= mostSteps) return findSizeFault(expression)
    const factor = Math.ceil(steps / mostSteps)
    const fix = isAnchoredInFront(source) ? 'use fewer' : 'use fewer, or put ^ in front'
    return `has too many choices and repetitions, up to ${factor} times the work that is allowed; ${fix}`
  } catch (fault) {
    if (fault instanceof ExpressionFault) return fault.message
    throw fault
  }
}

/** At most so many steps does an accepted expression take on a text of this length. */
export function countSteps(source: string, length: number): number {
  return evaluate(new ExpressionReader(source, length).read().steps, length)
}

function compile(source: string): RegExp | string {
  try {
    return new RegExp(source, 'i')
  } catch (error) {
    return describeSyntaxError(error)
  }
}

/** V8 notices that an expression is too large when it runs it for the first time, on each kind of text. */
function findSizeFault(expression: RegExp): string | null {
  try {
    for (const text of ['', '\u0100']) expression.test(text)
    return null
  } catch (error) {
    return describeSyntaxError(error)
  }
}

/** V8 repeats the expression, which may be long, in front of the reason. */
function describeSyntaxError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return `is not a regular expression: ${message.slice(message.lastIndexOf(': ') + 1).trim()}`
}

class ExpressionFault extends Error {}

// Steps as V8 takes them on x64, each about a nanosecond.
const ONCE: Count = [1]
/** Once for each character that is left, and once after them. */
const EACH: Count = [0, 1]
const ONE: Work = { ways: ONCE, steps: ONCE }
/** The engine stores the place and its stack before a lookaround, and restores both after it. */
const LOOK: Work = { ways: ONCE, steps: [4] }
/** The engine stores where a capturing group begins and, once for each way through it, where it ends. */
const CAPTURE: Work = { ways: ONCE, steps: [2] }
/** The engine stores the next alternative and returns to it. */
const RETURN: Count = ONCE
/** Each turn of a repetition stores the place where it began; if the engine counts turns, the number of turns too. */
const TURN: Count = ONCE
const COUNTED_TURN: Count = [4]
/** V8 writes a character out as often as this instead of counting; a group only if nothing in it is captured. */
const MAX_UNCOUNTED = 3

const sequence = (first: Work, then: Work): Work => ({
  ways: multiply(first.ways, then.ways),
  steps: add(first.steps, multiply(first.ways, then.steps)),
})
const choose = (one: Work, other: Work): Work => ({
  ways: add(one.ways, other.ways),
  steps: add(add(one.steps, other.steps), RETURN),
})

const GROUP = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]+:))?/y
const LOOKAROUND = /[=!]$/
const CLASS = /\[(?:\\[^]|[^\]\\])*\]/y
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y
const BACK_REFERENCE = /\\(?:[1-9]|k<)/y
/** An engine compares four plain characters at once, which takes half a step. */
const PLAIN = /(?:[^\\()[\]{}*+?.|^$]|\\[^\w])(?![*+?{])/y
const MAX_PLAIN = 8
/** Groups in groups; an engine's own limit is far beyond. */
const DEEPEST = 100

/** Reads an expression that the engine accepts, and counts. */
class ExpressionReader {
  readonly #source: string
  readonly #longest: number
  #at = 0
  #depth = 0

  constructor(source: string, longest: number) {
    this.#source = source
    this.#longest = longest
  }

  read(): Work {
    const isAnchored = isAnchoredInFront(this.#source)
    const work = this.#readChoice()
    // Without an anchor the engine begins again at every character.
    return isAnchored ? work : sequence({ ways: EACH, steps: EACH }, work)
  }

  #readChoice(): Work {
    if (++this.#depth > DEEPEST) throw new ExpressionFault(`has groups nested deeper than ${DEEPEST} levels`)
    let work = this.#readSequence()
    while (this.#source[this.#at] === '|') {
      this.#at++
      work = choose(work, this.#readSequence())
    }
    this.#depth--
    return work
  }

  #readSequence(): Work {
    if (this.#isAtEnd()) return ONE
    let work = this.#readRepeated()
    while (!this.#isAtEnd()) work = sequence(work, this.#readRepeated())
    return work
  }

  #isAtEnd(): boolean {
    return this.#at >= this.#source.length || '|)'.includes(this.#source[this.#at] ?? '')
  }

  #readRepeated(): Work {
    const isGroup = this.#source[this.#at] === '('
    const work = this.#readPart()
    const quantifier = this.#match(QUANTIFIER)
    if (quantifier === null) return work
    const [text, least, isRange, most] = quantifier
    if (text.startsWith('?')) return choose(work, ONE)
    const from = least === undefined ? (text.startsWith('+') ? 1 : 0) : Number(least)
    const isOpen = least === undefined || most === ''
    const to = isOpen ? Math.max(this.#longest, from) : isRange === undefined ? from : Number(most)
    if (to > 1 && isGroup && evaluate(work.ways, this.#longest) > 1)
      throw new ExpressionFault('repeats a group that repeats or chooses inside, which may take exponential time')
    const isCounted = (isOpen ? from : to) > (isGroup ? 0 : MAX_UNCOUNTED)
    const turn = add(work.steps, isCounted ? COUNTED_TURN : TURN)
    // A turn that takes no text ends the repetition.
    if (isOpen) return { ways: EACH, steps: multiply([Math.min(from, this.#longest), 1], turn) }
    const turns = Math.max(1, Math.min(to, this.#longest + from))
    return { ways: multiply([Math.min(to - from, this.#longest) + 1], work.ways), steps: multiply([turns], turn) }
  }

  /** A group, a class, an escape or some plain characters. */
  #readPart(): Work {
    if (this.#match(BACK_REFERENCE) !== null)
      throw new ExpressionFault('uses a back-reference, which may take exponential time')
    const opening = this.#match(GROUP)
    if (opening !== null) {
      const work = this.#readChoice()
      this.#at++
      if (LOOKAROUND.test(opening[0])) return sequence(LOOK, this.#anywhere(work))
      return opening[0].endsWith(':') ? work : sequence(sequence(CAPTURE, work), CAPTURE)
    }
    if (this.#match(CLASS) !== null) return ONE
    if (this.#match(PLAIN) === null) this.#at += this.#source[this.#at] === '\\' ? 2 : 1
    else for (let more = 1; more < MAX_PLAIN && this.#match(PLAIN) !== null; more++);
    return ONE
  }

  /** A lookaround reads text that the parts before it have taken, or that the parts after it take again. */
  #anywhere({ ways, steps }: Work): Work {
    return { ways: [evaluate(ways, this.#longest)], steps: [evaluate(steps, this.#longest)] }
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at
    const match = expression.exec(this.#source)
    if (match !== null) this.#at += match[0].length
    return match
  }
}

/** Whether the expression can only match where the text begins: no alternative at its top is without a `^`. */
const isAnchoredInFront = (source: string): boolean =>
  source.startsWith('^') && !removeGroups(source).slice(1).includes('|')

/** The source without escapes, classes and the content of groups. */
function removeGroups(source: string): string {
  let depth = 0
  return source
    .replace(/\\[^]/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/[^]/g, (char) => {
      if (char === ')') depth--
      const shown = depth === 0 ? char : ''
      if (char === '(') depth++
      return shown
    })
}
