import { foldedName, nameOf, pairsOf } from './pairs.ts'

// The two ways in which servers write a session into a path.
export const PATH_SESSION = /;(jsessionid)=[^/;]*|\/(\((?:[A-Z]\([^()/]*\))+\))(?=\/|$)/gi

/** The names of what was taken out of a URL, as they are spelled in it: query parameters, and sessions in the path. */
export function removedNames(before: string, after: string): string[] {
  const names = pairsOf(before).filter((pair) => pair !== '')
  return [
    ...missing(sessionsOf(before), sessionsOf(after), (name) => name),
    ...missing(names, pairsOf(after), foldedName).map(nameOf),
  ]
}

const sessionsOf = (url: string): string[] =>
  [...url.replace(/[?#].*$/s, '').matchAll(PATH_SESSION)].map(([, servlet, aspNet]) => servlet ?? aspNet ?? '')

/** What one list has and the other lacks; what stands twice counts twice. */
function missing(before: readonly string[], after: readonly string[], keyOf: (text: string) => string): string[] {
  const left = after.map(keyOf)
  return before.filter((text) => {
    const at = left.indexOf(keyOf(text))
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** The names as the input spells them; the normalizer has mended their escapes before it removed them. */
export function asSpelled(names: readonly string[], input: string): string[] {
  const left = pairsOf(input)
  return names.map((name) => {
    const at = left.findIndex((pair) => foldedName(pair) === foldedName(name))
    return at === -1 ? name : nameOf(left.splice(at, 1)[0] ?? name)
  })
}
