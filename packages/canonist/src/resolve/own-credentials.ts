const CREDENTIALS = new Set(['authorization', 'cookie', 'proxy-authorization'])

/** What may be told to somebody else. */
export function withoutCredentials(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())))
}
