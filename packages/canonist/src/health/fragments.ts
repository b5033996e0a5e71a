import { createHash } from 'node:crypto'

/** The part of a link from its `#` on; null where it has none, or an empty one. */
export function readFragment(link: string): string | null {
  const start = link.indexOf('#')
  return start === -1 || start === link.length - 1 ? null : link.slice(start).trimEnd()
}

/**
 * The fragments that lead nowhere on a page with these anchors.
 *
 * @example findLostFragments(['#fees', '#:~:text=tea', '#top'], new Set(['intro'])) // ['#fees']
 */
export function findLostFragments(fragments: readonly string[], anchors: ReadonlySet<string>): string[] {
  return fragments.filter((fragment) => isAnchor(fragment) && !hasAnchor(anchors, decodeFragment(fragment)))
}

/** Whether two fragments lead to the same place, however they are escaped. */
export const isSameFragment = (one: string, other: string): boolean => decodeFragment(one) === decodeFragment(other)

/** Routes are for scripts, text fragments for browsers, and the top is always there. */
const isAnchor = (fragment: string): boolean => !/^#(?:[/!]|:~:|$|top$)/i.test(fragment)

// GitHub and others prefix the ids of documents, and a script of theirs finds the heading by its plain name.
const hasAnchor = (anchors: ReadonlySet<string>, name: string): boolean =>
  anchors.has(name) || anchors.has(`user-content-${name}`)

function decodeFragment(fragment: string): string {
  const name = fragment.slice(1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Short, and the same for the same fragments: whether a page has to be read again because other fragments are sought. */
export function hashFragments(fragments: readonly string[]): string {
  return createHash('sha256').update(fragments.toSorted().join('\n')).digest('hex').slice(0, 16)
}
