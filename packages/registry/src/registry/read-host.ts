import { tryNormalize } from '@canonist/core'
import { RegistryError } from './errors.ts'
import { parseHost } from './spelling.ts'

/** A scheme and a whole host. Without flags, which a schema could not have. */
export const HOST_PREFIX = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?#]+/

/** Appended because the last segment may continue. Not a hex digit, so that it neither completes an escape nor ends in a dot. */
const GOES_ON = 'x'

/** Normalizes a prefix as the registry spells URLs. A prefix of an invalid URL stays as it is, and finds nothing. */
export function spellPrefix(prefix: string): string {
  const origin = HOST_PREFIX.exec(prefix)?.[0]
  if (origin === undefined) {
    throw new RegistryError('registry/bad-prefix')
  }
  const rest = prefix.slice(origin.length)
  const [whole, end] = rest === '' ? [`${origin}/`, '/'] : [origin + rest + GOES_ON, GOES_ON]
  const outcome = tryNormalize(whole, 'rfc3986')
  return outcome.ok ? outcome.url.slice(0, -end.length) : origin + rest
}

/** A port, a path or a line break, which normalizing may remove: `a.com:80` would be read as `a.com`, but `a.com:443` would not. */
const NOT_OF_HOST = /[/\\\t\n\r]|:(?![^[]*\])/

/** Normalizes a host name as the registry spells it. Hosts are stored without ports, so one with a port is refused. */
export function readHost(host: string): string {
  const outcome = tryNormalize(`http://${host}/`, 'rfc3986')
  // In this order: on any text, the expression may take quadratic time.
  if (outcome.ok && outcome.url === `http://${parseHost(outcome.url)}/` && !NOT_OF_HOST.test(host))
    return parseHost(outcome.url)
  throw new RegistryError('registry/bad-host', { thing: JSON.stringify(host) })
}
