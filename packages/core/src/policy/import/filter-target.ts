import { readPathPrefix, readSiteKey } from './foreign-site.ts'
import { EVERYWHERE, type Scope } from './rule-collector.ts'

/** The part of a filter that says which URLs it applies to, cut after the host. */
interface Target {
  readonly scope: Scope
  readonly tail: string
}

/**
 * Where a filter that removes parameters applies, or why that cannot be expressed. Never wider than the filter:
 * `||example.com/doc` is also for `/docs`, the section only for `/doc` and below.
 */
export function readFilterScope(target: string): Scope | string {
  const cut = cutTarget(target)
  if (cut === null) return 'applies to a part of URLs that is not a site'
  const { scope, tail } = cut
  const text = tail.replace(/(?<!\*)\*+$/, '')
  const isExact = text.endsWith('?')
  const path = /[*|?]/.test(text.replace(/\?$/, '')) ? null : readPathPrefix(text.replace(/[?^]$/, ''))
  if (path === null || (isExact && path === '')) return 'has more than a plain path after the host'
  if (path === '') return scope
  if (isExact) return { ...scope, path, reach: 'exact' }
  return text.endsWith('/') ? { ...scope, path, reach: 'below' } : { ...scope, path }
}

/** Where an exception applies, never less than it says; null if it may apply on any site. */
export function readExceptionScope(target: string): Scope | null {
  const cut = cutTarget(target)
  if (cut === null) return null
  const [text = '', end] = /^[^*?^|]*(.)?/s.exec(cut.tail) ?? []
  const plain = end === undefined ? text : text.slice(0, -1)
  // A prefix that ends within a segment also covers longer ones, so drop its last segment.
  const whole = end === '?' || end === '^' ? plain : plain.slice(0, plain.lastIndexOf('/') + 1)
  const path = readPathPrefix(whole)
  return path === null || path === '' ? { ...cut.scope } : { ...cut.scope, path }
}

const START = /^(?:(\|\|)|(:\/\/)|(?=[a-z0-9]))/i

function cutTarget(target: string): Target | null {
  if (target === '' || target === '*') return { scope: EVERYWHERE, tail: '' }
  const start = START.exec(target)
  if (start === null) return null
  const rest = target.slice(start[0].length)
  const [whole = '', host = '', star = ''] = /^([^/^*?|&=]+)(\*?)/.exec(rest) ?? []
  const isOpen = host.endsWith('.')
  const domain = star !== '' && !isOpen ? null : readSiteKey(isOpen ? `${host}*` : host)
  const tail = rest.slice(whole.length)
  if (domain === null || !/^(?:[/^]|$)/.test(tail)) return null
  // After ^ may come a port, a path or nothing; the rest is a path only in the last case.
  const path = tail.replace(/^\^(?=$|\*?$)/, '')
  return path.startsWith('^')
    ? null
    : { scope: start[2] === undefined ? { domain } : { domain, isHostOnly: true }, tail: path }
}
