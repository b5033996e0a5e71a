// No one links to longer targets, and reading further from every bracket would take quadratic time.
const MAX_LENGTH = 8192
const MAX_PARENTHESES = 32

const ANGLE = /^<((?:[^<>\\\n]|\\[\s\S])*)>/
const TITLE = /^(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\))/
const SPACE = /^[ \t]*(?:\n[ \t]*)?/
const END_OF_LINE = /^[ \t]*(?=\n|$)/

/** The target of a link as it is spelled, and where it begins. */
export interface Destination {
  readonly raw: string
  readonly start: number
  readonly isAngle: boolean
}

export interface Ended<T> {
  readonly value: T
  readonly end: number
}

/** `target "title")`, after the opening parenthesis. https://spec.commonmark.org/0.31.2/#inline-link */
export function parseResource(text: string, at: number): Ended<Destination> | null {
  const near = text.slice(at, at + MAX_LENGTH)
  const from = findSpaceEnd(near, 0)
  const found = parseDestination(near, from)
  const target = found?.value ?? { raw: '', start: from, isAngle: false }
  const end = found?.end ?? from
  const close = listTitleEnds(near, end).find((each) => near[findSpaceEnd(near, each)] === ')')
  if (close === undefined) return null
  return { value: { ...target, start: at + target.start }, end: at + findSpaceEnd(near, close) + 1 }
}

/** `target "title"` up to the end of a line, after the colon of a definition. */
export function parseDefinedTarget(text: string, at: number): Ended<Destination> | null {
  const near = text.slice(at, at + MAX_LENGTH)
  const found = parseDestination(near, findSpaceEnd(near, 0))
  if (found === null) return null
  for (const end of listTitleEnds(near, found.end)) {
    const rest = END_OF_LINE.exec(near.slice(end))
    if (rest !== null)
      return { value: { ...found.value, start: at + found.value.start }, end: at + end + rest[0].length }
  }
  return null
}

/** Where the destination with its title may end: after the title if there is one, or before it. */
function listTitleEnds(near: string, end: number): number[] {
  const from = findSpaceEnd(near, end)
  const title = from > end ? TITLE.exec(near.slice(from)) : null
  return title === null ? [end] : [from + title[0].length, end]
}

const findSpaceEnd = (text: string, at: number): number => at + (SPACE.exec(text.slice(at))?.[0].length ?? 0)

function parseDestination(near: string, from: number): Ended<Destination> | null {
  if (near[from] === '<') {
    const [whole, raw = ''] = ANGLE.exec(near.slice(from)) ?? []
    return whole === undefined ? null : { value: { raw, start: from + 1, isAngle: true }, end: from + whole.length }
  }
  const end = findPlainEnd(near, from)
  return end === from ? null : { value: { raw: near.slice(from, end), start: from, isAngle: false }, end }
}

/** Up to white space, a control character or a parenthesis too many. */
function findPlainEnd(near: string, from: number): number {
  let open = 0
  for (let at = from; at < near.length; at += 1) {
    const char = near[at] ?? ''
    if (char <= ' ' || char === '\u007f') return open === 0 ? at : from
    if (char === '\\' && /[!-/:-@[-`{-~]/.test(near[at + 1] ?? '')) at += 1
    else if (char === '(') open += 1
    else if (char === ')' && open === 0) return at
    else if (char === ')') open -= 1
    if (open > MAX_PARENTHESES) return from
  }
  return open === 0 ? near.length : from
}
