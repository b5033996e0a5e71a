const SINGLE_DOT = /^(?:\.|%2e)$/i
const DOUBLE_DOT = /^(?:\.|%2e){2}$/i

/** A segment that is one or two dots, spelled as dots or as escapes, at the start, inside or at the end of a path. */
const DOT_SEGMENT = /[/](?:\.|%2e){1,2}(?:\/|$)/i

/**
 * Resolves `.` and `..` in a path that begins with a slash.
 * https://url.spec.whatwg.org/#path-state
 */
export function removeDotSegments(path: string): string {
  if (!DOT_SEGMENT.test(path)) return path
  const segments = path.split('/').slice(1)
  const kept: string[] = []
  for (const segment of segments) {
    if (DOUBLE_DOT.test(segment)) kept.pop()
    else if (!SINGLE_DOT.test(segment)) kept.push(segment)
  }
  const last = segments.at(-1) ?? ''
  // "/a/.." and "/a/." name a directory: the slash stays.
  if (SINGLE_DOT.test(last) || DOUBLE_DOT.test(last)) kept.push('')
  return `/${kept.join('/')}`
}
