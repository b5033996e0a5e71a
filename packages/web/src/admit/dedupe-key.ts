/**
 * A canonical URL without its scheme, the order of its query and the slash of the root. For
 * comparing only: it is not a URL.
 *
 * @example dedupeKey('http://boe.es/?b=2&a=1') // 'boe.es?a=1&b=2'
 */
export function computeDedupeKey(url: string): string {
  const [, place = '', query = ''] = /^[a-z]+:\/\/([^?]*)(?:\?(.*))?$/s.exec(url) ?? []
  const pairs = query.split('&').toSorted()
  return `${place.replace(/^([^/]*)\/$/, '$1')}${query === '' ? '' : `?${pairs.join('&')}`}`
}

/**
 * The key without the slashes at the end of its path.
 *
 * @example removeKeySlash('boe.es/a/?b=/') // 'boe.es/a?b=/'
 */
export function removeKeySlash(key: string): string {
  const mark = key.indexOf('?')
  const end = mark === -1 ? key.length : mark
  // The lookbehind keeps this linear: without it, a match is tried at every slash of a run.
  return key.slice(0, end).replace(/(?<!\/)\/+$/, '') + key.slice(end)
}
