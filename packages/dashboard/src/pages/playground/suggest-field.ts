import { listFieldNames } from './complete-policy.ts'

/**
 * The field that was probably meant where a policy has one that does not exist; null if the field exists, or none is close: a
 * far-fetched suggestion is worse than none.
 *
 * @param path as in the errors of policies: `sites["a.example"].query.stripp`
 */
export function suggestField(path: string): string | null {
  const steps = parsePath(path)
  const name = steps.at(-1)
  const known = listFieldNames(steps.slice(0, -1))
  if (name === undefined || known.includes(name) || name.length > MAX_LENGTH) return null
  const allowed = Math.max(1, Math.floor(name.length / 3))
  const [nearest] = known
    .map((field) => ({ field, edits: measureDistance(name.toLowerCase(), field.toLowerCase()) }))
    .filter(({ edits }) => edits <= allowed)
    .toSorted((a, b) => a.edits - b.edits)
  return nearest?.field ?? null
}

/** Comparing takes time by the length of the name, which can be pasted. */
const MAX_LENGTH = 64

/** The step into a list, whichever item. */
const ITEM = '-'

const STEP = /\["(?<quoted>(?:[^"\\]|\\.)*)"\]|\[\d+\]|(?<plain>[^.[\]]+)/g

const parsePath = (path: string): string[] =>
  [...path.matchAll(STEP)].map(({ groups }) => groups?.['quoted'] ?? groups?.['plain'] ?? ITEM)

/** A word that was not written to its end is one edit away. */
function measureDistance(from: string, to: string): number {
  return from.length >= 3 && to.startsWith(from) ? 1 : countEdits(from, to)
}

/** Letters to insert, remove, replace or swap: https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance */
function countEdits(from: string, to: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let at = 0; at < from.length; at++) {
    const next = [at + 1]
    for (let index = 0; index < to.length; index++) {
      const replaced = (row[index] ?? 0) + (to[index] === from[at] ? 0 : 1)
      const isSwap = index > 0 && to[index] === from[at - 1] && to[index - 1] === from[at]
      const swapped = isSwap ? (before[index - 1] ?? 0) + 1 : Infinity
      next.push(Math.min(replaced, swapped, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    ;[before, row] = [row, next]
  }
  return row[to.length] ?? 0
}

/** The text with the wrong field replaced; null if it is written more than once, so that it is not clear which one is meant. */
export function replaceField(text: string, path: string, field: string): string | null {
  const name = parsePath(path).at(-1) ?? ''
  const key = new RegExp(
    String.raw`(?<=^|[\s{,"'])${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}(?=["']?\s*:)`,
    'gm',
  )
  return [...text.matchAll(key)].length === 1 ? text.replace(key, () => field) : null
}
