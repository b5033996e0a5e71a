/** What a request needs to get the same representation; everything else may identify the caller or be a secret. */
const SENT_EVERYWHERE = /^(?:accept(?:-.*)?|user-agent|if-.+|range)$/i

/** The caller's headers that may also go to an origin that the caller did not name; all others stay with the caller's own. */
export function headersAcrossOrigins(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => SENT_EVERYWHERE.test(name)))
}
