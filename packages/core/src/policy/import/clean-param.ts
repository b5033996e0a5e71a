import { toExactPattern } from './foreign-name.ts'
import { readDomain, readPathPrefix } from './foreign-site.ts'
import type { ImportOptions, ImportResult } from './import-result.ts'
import { createRuleCollector, type RuleCollector } from './rule-collector.ts'

export interface CleanParamOptions extends ImportOptions {
  /** The host that served the robots.txt: its lines apply nowhere else. */
  readonly host: string
}

/**
 * Reads the `Clean-param` lines of a robots.txt: `Clean-param: name[&name…] [path prefix]`.
 * They apply to the whole host, under whichever `User-agent` they are.
 * https://yandex.com/support/webmaster/en/robot-workings/clean-param
 *
 * @example
 * importCleanParam('Clean-param: sort&view /shop', { host: 'example.com' }).spec
 * // { name: 'example.com', extends: 'rfc3986', sites: { 'example.com': { paths: { '/shop': { query: { strip: ['sort', 'view'] } } } } } }
 */
export function importCleanParam(text: string, options: CleanParamOptions): ImportResult {
  const collector = createRuleCollector()
  const domain = readDomain(options.host)
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const value = /^\s*clean-param\s*:([^#]*)/i.exec(line)?.[1]
    if (value === undefined) continue
    const origin = { at: `line ${index + 1}`, text: line.trim() }
    const reason =
      domain === null ? `"${options.host}" is not a host name` : importValue(collector, origin, domain, value.trim())
    if (reason !== null) collector.skip(origin.at, origin.text, reason)
  }
  return collector.finish(options.name ?? options.host, options.extends ?? 'rfc3986')
}

/** Imports a directive, or returns why it cannot. */
function importValue(
  collector: RuleCollector,
  origin: { readonly at: string; readonly text: string },
  domain: string,
  value: string,
): string | null {
  const [list = '', prefix = '', ...more] = value.split(/\s+/)
  const names = list.split('&').filter((name) => name !== '')
  if (names.length === 0) return 'names no parameter'
  if (more.length > 0 || !/^(?:\/|\*|$)/.test(prefix))
    return 'has text after the names that is not a path; join names with &'
  // A path is a prefix already, so a star at its end says nothing.
  const path = readPathPrefix(prefix.replace(/(?<!\*)\*+$/, ''))
  if (path === null) return 'has a wildcard inside the path, which a path prefix cannot express'
  const scope = path === '' ? { domain } : { domain, path }
  collector.add({ ...origin, scopes: [scope], list: 'strip', patterns: names.map(toExactPattern) })
  return null
}
