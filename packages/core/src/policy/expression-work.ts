/**
 * Bounds how long an expression of a policy can run. JavaScript's engines try every way in which an expression may match,
 * so the bound is the number of ways: a choice has as many as its alternatives have together, a repetition as many as the
 * text has characters, and a sequence the product of its parts. A step is one part tried once; a part is tried once for
 * each way through the parts before it. A part that takes no text is a step too: an engine visits empty groups, lookarounds
 * and empty alternatives like any other part.
 *
 * Choices and repetitions count together, and a group that repeats may hold neither: the ways through such a group grow
 * exponentially with the text. Coarse on purpose: an expression that is refused can be written in another way.
 */
interface Work {
  readonly ways: number
  readonly steps: number
}

/** What an accepted expression may cost on the longest text that it is run on: some tenths of a second at worst. */
export const MOST_STEPS = 2 ** 27

export interface Bounds {
  /** The longest text that the expression is run on. */
  readonly longest: number
  readonly mostSteps: number
}

/** Why an expression cannot be used, or null. */
export function findWorkFault(source: string, { longest, mostSteps }: Bounds): string | null {
  try {
    new RegExp(source, 'i')
  } catch (error) {
    return `is no regular expression: ${error instanceof Error ? error.message : String(error)}`
  }
  try {
    const { steps } = new ExpressionReader(source, longest).read()
    if (steps <= mostSteps) return null
    const times = Math.ceil(steps / mostSteps)
    const fix = isAnchoredInFront(source) ? 'use fewer' : 'use fewer, or put ^ in front'
    return `has too many choices and repetitions, up to ${times} times the work that is allowed; ${fix}`
  } catch (fault) {
    if (fault instanceof ExpressionFault) return fault.message
    throw fault
  }
}

class ExpressionFault extends Error {}

const ONE: Work = { ways: 1, steps: 1 }
/** The engine stores the place and its stack before a lookaround, and restores both after it. */
const LOOK: Work = { ways: 1, steps: 4 }

const inTurn = (first: Work, then: Work): Work => ({
  ways: first.ways * then.ways,
  steps: first.steps + first.ways * then.steps,
})
const either = (one: Work, other: Work): Work => ({ ways: one.ways + other.ways, steps: one.steps + other.steps })

const GROUP = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]+:))?/y
const LOOKAROUND = /[=!]$/
const CLASS = /\[(?:\\[^]|[^\]\\])*\]/y
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y
const BACK_REFERENCE = /\\(?:[1-9]|k<)/y
/** An engine compares four plain characters at once. */
const PLAIN = /[^\\()[\]{}*+?.|^$](?![*+?{])/y
const MOST_PLAIN = 4
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
    const { ways, steps } = this.#readChoice()
    // Without an anchor the engine begins again at every character.
    return isAnchored ? { ways, steps } : { ways, steps: steps * (this.#longest + 1) }
  }

  #readChoice(): Work {
    if (++this.#depth > DEEPEST) throw new ExpressionFault(`has groups nested deeper than ${DEEPEST} levels`)
    let work = this.#readSequence()
    while (this.#source[this.#at] === '|') {
      this.#at++
      work = either(work, this.#readSequence())
    }
    this.#depth--
    return work
  }

  #readSequence(): Work {
    if (this.#isAtEnd()) return ONE
    let work = this.#readRepeated()
    while (!this.#isAtEnd()) work = inTurn(work, this.#readRepeated())
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
    if (text.startsWith('?')) return either(work, ONE)
    const from = least === undefined ? (text.startsWith('+') ? 1 : 0) : Number(least)
    const to = least === undefined || isRange === undefined || most === '' ? from : Number(most)
    const isOpen = least === undefined || most === ''
    const times = isOpen ? Math.max(this.#longest, from) : to
    if (times > 1 && work.ways > 1 && isGroup)
      throw new ExpressionFault('repeats a group that repeats or chooses inside, which may take exponential time')
    const ways = isOpen ? this.#longest + 1 : Math.min(to - from, this.#longest) + 1
    return {
      ways: ways * work.ways,
      steps: Math.max(1, Math.min(times, this.#longest + from)) * work.steps,
    }
  }

  /** A group, a class, an escape or some plain characters. */
  #readPart(): Work {
    if (this.#match(BACK_REFERENCE) !== null)
      throw new ExpressionFault('uses a back-reference, which may take exponential time')
    const opening = this.#match(GROUP)
    if (opening !== null) {
      const work = this.#readChoice()
      this.#at++
      if (LOOKAROUND.test(opening[0])) return inTurn(LOOK, work)
      // The engine stores where a capturing group begins and, once for each way through it, where it ends.
      return opening[0].endsWith(':') ? inTurn(ONE, work) : inTurn(inTurn(ONE, work), ONE)
    }
    if (this.#match(CLASS) !== null) return ONE
    if (this.#match(PLAIN) === null) this.#at += this.#source[this.#at] === '\\' ? 2 : 1
    else for (let more = 1; more < MOST_PLAIN && this.#match(PLAIN) !== null; more++);
    return ONE
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
  source.startsWith('^') && !withoutGroups(source).slice(1).includes('|')

/** The source without escapes, classes and the content of groups. */
function withoutGroups(source: string): string {
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
