import { createHash } from 'node:crypto'

/** The fragment of a link, with its `#`; null if it has none or an empty one. */
export function readFragment(link: string): string | null {
  const start = link.indexOf('#')
  return start === -1 || start === link.length - 1 ? null : link.slice(start).trimEnd()
}

/** The link without its fragment, as a server sees it. */
export const dropFragment = (link: string): string => link.replace(/#.*$/s, '')

/**
 * The fragments that have no anchor on the page.
 *
 * @example findLostFragments(['#fees', '#:~:text=tea', '#top'], new Set(['intro'])) // ['#fees']
 */
export function findLostFragments(fragments: readonly string[], anchors: ReadonlySet<string>): string[] {
  return fragments.filter((fragment) => isAnchor(fragment) && !hasAnchor(anchors, decodeFragment(fragment)))
}

/** Whether two fragments lead to the same place, however they are escaped. */
export const isSameFragment = (one: string, other: string): boolean => decodeFragment(one) === decodeFragment(other)

/** Routes (`#/x`, `#!x`) and text fragments are not anchors, and `#top` always exists. */
const isAnchor = (fragment: string): boolean => !/^#(?:[/!]|:~:|$|top$)/i.test(fragment)

// GitHub and others prefix the ids of headings; their scripts resolve the plain name.
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

/** A short hash of the fragments. If it changes, the page must be read again to look for the new ones. */
export function hashFragments(fragments: readonly string[]): string {
  return createHash('sha256').update(fragments.toSorted().join('\n')).digest('hex').slice(0, 16)
}
