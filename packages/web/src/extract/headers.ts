/** Response headers by lower-case name. */
export type Headers = Readonly<Record<string, string | readonly string[]>>

/** Every value that was sent under the name, in order. */
export function listValues(headers: Headers, name: string): readonly string[] {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}
