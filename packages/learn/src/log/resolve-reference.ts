/**
 * Resolves a relative reference: servers write `Location: /new/7`, pages `href="?id=7"`.
 * https://www.rfc-editor.org/rfc/rfc3986#section-5.2
 *
 * @param base normalized; the normalizer removes dot segments from the result later
 */
export function resolveReference(reference: string, base: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(reference)) return reference
  const [, scheme = '', authority = '', path = '', query = ''] =
    /^([^/]*)(\/\/[^/?#]*)([^?#]*)(\??[^#]*)/.exec(base) ?? []
  if (reference.startsWith('//')) return scheme + reference
  if (reference.startsWith('/')) return scheme + authority + reference
  if (reference.startsWith('?')) return scheme + authority + path + reference
  if (reference === '' || reference.startsWith('#')) return scheme + authority + path + query + reference
  return `${scheme}${authority}${path.slice(0, path.lastIndexOf('/'))}/${reference}`
}
