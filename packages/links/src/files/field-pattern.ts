import type { FieldPath, Wanted } from './read/found-value.ts'

type NameTest = (name: string) => boolean

/** Matches any number of names, including none. */
const ANY_DEPTH = '**'

/**
 * Which fields are meant. A name alone (`fuente_url`, `*_url`) is meant at any depth; a path (`fuentes.url`) begins at the
 * root. Items of lists have no name: `fuentes.url` is the `url` of every one of `fuentes`.
 *
 * @example fieldMatcher(['*_url'])(['tramites', 0, 'fuente_url']) // true
 */
export function createFieldMatcher(patterns: readonly string[]): NonNullable<Wanted> {
  const tests = patterns.map(createPathTest)
  return (path) => {
    const names = path.filter((part) => typeof part === 'string')
    return tests.some((test) => test(names))
  }
}

function createPathTest(pattern: string): (names: readonly string[]) => boolean {
  const parts = splitPattern(pattern)
  const steps = (parts.length === 1 ? [ANY_DEPTH, ...parts] : parts).map((part) =>
    part === ANY_DEPTH ? ANY_DEPTH : createGlobTest(part),
  )
  // A name may hold a dot itself.
  return (names) => names.at(-1) === pattern || matchesSteps(names, steps)
}

/** `$.fuentes[*].url` and `.fuentes[].url` are how other tools write `fuentes.url`. */
function splitPattern(pattern: string): string[] {
  const plain = pattern.replace(/^\$?\.(?=.)/, '').replace(/\[\*?\]/g, '')
  return plain.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.'))
}

/** Goes through the names once for every step, so that no pattern takes long. */
function matchesSteps(names: readonly string[], steps: readonly (NameTest | typeof ANY_DEPTH)[]): boolean {
  let reached = new Set([0])
  for (const step of steps) {
    const next = new Set<number>()
    for (const at of reached) {
      if (step === ANY_DEPTH) for (let to = at; to <= names.length; to += 1) next.add(to)
      else if (at < names.length && step(names[at] ?? '')) next.add(at + 1)
    }
    reached = next
  }
  return reached.has(names.length)
}

/** A star matches any text. Each piece between stars is searched once, after the previous one. */
function createGlobTest(glob: string): NameTest {
  const pieces = glob.split('*')
  const [first = '', last = ''] = [pieces.shift(), pieces.pop()]
  if (!glob.includes('*')) return (name) => name === glob
  return (name) => {
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false
    const end = name.length - last.length
    let at = first.length
    for (const piece of pieces) {
      const found = name.indexOf(piece, at)
      if (found === -1 || found + piece.length > end) return false
      at = found + piece.length
    }
    return true
  }
}

/** The entry of a path: the outermost item of a list, or of the list that the pattern names. */
export function findEntry(path: FieldPath, isList: Wanted): FieldPath {
  for (const [index, part] of path.entries()) {
    if (typeof part !== 'number') {
      if (isList === null) return []
    } else if (isList === null || isList(path.slice(0, index))) return path.slice(0, index + 1)
  }
  return []
}
