/** A filter of a list, split but not yet interpreted. */
export interface RemoveParamFilter {
  readonly isException: boolean
  /** The URL part of the filter: `||example.com^`. */
  readonly target: string
  readonly options: ReadonlyMap<string, string>
}

/** A `$removeparam` filter, or null for any other line. */
export function readFilter(line: string): RemoveParamFilter | null {
  const at = /^[!#]/.test(line) ? -1 : line.search(/[$,](?:removeparam|queryprune)(?=[=,]|$)/)
  const start = line.lastIndexOf('$', at)
  if (at === -1 || start === -1) return null
  const isException = line.startsWith('@@')
  return { isException, target: line.slice(isException ? 2 : 0, start), options: readOptions(line.slice(start + 1)) }
}

/** Commas separate the options, except escaped ones and those inside an expression between slashes. */
function readOptions(text: string): Map<string, string> {
  const options = new Map<string, string>()
  for (const [, option = ''] of text.matchAll(/([\w~-]+=~?\/(?:\\.|[^\\/])+\/[a-z]*(?=,|$)|(?:\\.|[^\\,])+)(?:,|$)/g)) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(option) ?? []
    options.set(ALIASES.get(name) ?? name, value)
  }
  return options
}

const ALIASES = new Map([
  ['queryprune', 'removeparam'],
  ['from', 'domain'],
  ['doc', 'document'],
  ['~doc', '~document'],
])

const PAGE_TYPES = ['document', 'all']
const OTHER_TYPES = [
  'beacon',
  'css',
  'font',
  'frame',
  'image',
  'media',
  'object',
  'other',
  'ping',
  'popup',
  'script',
  'stylesheet',
  'subdocument',
  'webrtc',
  'websocket',
  'xhr',
  'xmlhttprequest',
]
// `important` would beat exceptions; here exceptions always win, which errs on the side of keeping. `_` is padding.
const IGNORED = ['important', '_', 'removeparam', 'domain', 'to', 'denyallow']
/** Conditions that a policy does not have. An exception without its condition only keeps more. */
const CONDITIONS = [
  'app',
  'third-party',
  '3p',
  'first-party',
  '1p',
  'strict-third-party',
  'strict-first-party',
  'method',
]

/** Why a filter with these options cannot be imported, or null. */
export function findOptionFault({ options, isException }: RemoveParamFilter): string | null {
  const names = [...options.keys()]
  const named = names.filter((name) => !name.startsWith('~'))
  const isForPages =
    named.some((name) => PAGE_TYPES.includes(name)) || !named.some((name) => OTHER_TYPES.includes(name))
  if (!isForPages || names.includes('~document')) return 'is for requests inside a page, not for pages'
  const ignored = [...IGNORED, ...PAGE_TYPES, ...(isException ? CONDITIONS.flatMap((name) => [name, `~${name}`]) : [])]
  const unknown = names.find((name) => !ignored.includes(name) && !OTHER_TYPES.includes(name.replace(/^~/, '')))
  return unknown === undefined ? null : `the option ${unknown} has no counterpart in a policy`
}
