import { trimTrailingSlashes } from '@canonist/core/internal/normalize/rules/strip-trailing-slash'
import type { Edit } from './edit.ts'
import { collapseSlashes, dropIndex, dropPathSession, lowerCase, stripSlash } from './edits/path.ts'

/** A step that removes one difference in spelling, and the edit that does the same in a policy. */
interface Fold {
  readonly edit: Edit
  readonly fold: (path: string) => string
}

const SESSION = /;jsessionid=[^/;]*|\/\((?:[A-Z]\([^()/]*\))+\)(?=\/|$)/gi

/** Proposes edits of policy fields that make two paths equal; null if no fields can. */
export function proposeForPaths(a: string, b: string, sessionNames: readonly string[]): readonly Edit[] | null {
  if (a === b) return []
  const index = findIndexName(a, b)
  // First, because it rejects most pairs: no field makes their paths equal.
  if (index === null && foldAll(a) !== foldAll(b)) return null
  const folds = listFolds(index, sessionNames)
  if (!areEqual(a, b, folds)) return null
  let needed = folds
  for (const fold of folds) {
    const fewer = needed.filter((other) => other !== fold)
    if (areEqual(a, b, fewer)) needed = fewer
  }
  return needed.map(({ edit }) => edit)
}

function areEqual(a: string, b: string, folds: readonly Fold[]): boolean {
  const fold = (path: string): string => folds.reduce((text, step) => step.fold(text), path)
  return fold(a) === fold(b)
}

const dropSession = (path: string): string => (/[;(]/.test(path) ? path.replace(SESSION, '') || '/' : path)
const collapseDoubles = (path: string): string => path.replace(/\/{2,}/g, '/')
const toLowerCase = (path: string): string => path.toLowerCase()

const foldAll = (path: string): string => trimTrailingSlashes(toLowerCase(collapseDoubles(dropSession(path))))

/** In the order in which the normalizer applies them. */
function listFolds(index: string | null, sessionNames: readonly string[]): Fold[] {
  return [
    { edit: dropPathSession(sessionNames), fold: dropSession },
    { edit: collapseSlashes, fold: collapseDoubles },
    { edit: lowerCase, fold: toLowerCase },
    ...(index === null ? [] : [{ edit: dropIndex(index), fold: (path: string) => dropIndexName(path, index) }]),
    { edit: stripSlash, fold: trimTrailingSlashes },
  ]
}

/** The last segment, if only one of the paths has it and it may be an index file. */
function findIndexName(a: string, b: string): string | null {
  const [long, short] = a.length > b.length ? [a, b] : [b, a]
  const name = long.slice(long.lastIndexOf('/') + 1)
  const directory = long.slice(0, long.length - name.length)
  const isIndex = name !== '' && !/\d/.test(name) && directory.replace(/\/$/, '') === short.replace(/\/$/, '')
  return isIndex ? name : null
}

function dropIndexName(path: string, name: string): string {
  return path.toLowerCase().endsWith(`/${name.toLowerCase()}`) ? path.slice(0, path.length - name.length) : path
}
