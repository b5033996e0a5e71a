import { readFoldedName, readName, splitPairs } from './pairs.ts'

// The two ways in which servers write a session into a path.
export const PATH_SESSION = /;(jsessionid)=[^/;]*|\/(\((?:[A-Z]\([^()/]*\))+\))(?=\/|$)/gi

/** The names of removed query parameters and path sessions, as spelled in the URL. */
export function listRemovedNames(before: string, after: string): string[] {
  const names = splitPairs(before).filter((pair) => pair !== '')
  return [
    ...listMissing(listSessions(before), listSessions(after), (name) => name),
    ...listMissing(names, splitPairs(after), readFoldedName).map(readName),
  ]
}

const listSessions = (url: string): string[] =>
  [...url.replace(/[?#].*$/s, '').matchAll(PATH_SESSION)].map(([, servlet, aspNet]) => servlet ?? aspNet ?? '')

/** The entries of one list that the other lacks. Duplicates count separately. */
function listMissing(before: readonly string[], after: readonly string[], keyOf: (text: string) => string): string[] {
  const left = after.map(keyOf)
  return before.filter((text) => {
    const at = left.indexOf(keyOf(text))
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** The names as the input spells them; the normalizer respelled their escapes before it removed them. */
export function restoreSpelling(names: readonly string[], input: string): string[] {
  const left = splitPairs(input)
  return names.map((name) => {
    const at = left.findIndex((pair) => readFoldedName(pair) === readFoldedName(name))
    return at === -1 ? name : readName(left.splice(at, 1)[0] ?? name)
  })
}
