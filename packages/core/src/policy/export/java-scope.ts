import { hostExpression } from './host-expression.ts'
import type { Place } from './places.ts'
import { escapeExpression } from './stripped-names.ts'

const END = '(?=[/?#]|$)'

/** An expression for scheme and host of the URLs of a place, which also looks at where their path begins. */
export function scopeOf({ domain, path, exceptDomains, exceptPaths }: Place): string {
  const host =
    domain === undefined ? '[^/?#]+' : `${exceptDomains.map(butHost).join('')}${hostOf(domain)}(?::\\d+)?${END}`
  const inside = path === '' ? '' : `(?=${escapeExpression(path)}${END})`
  return `https?://${host}${inside}${exceptPaths.map((prefix) => `(?!${escapeExpression(prefix)}${END})`).join('')}`
}

const hostOf = (domain: string): string => `(?:[^/?#@:]+\\.)*${hostExpression(domain)}`

const butHost = (domain: string): string => `(?!${hostOf(domain)}(?:[:/?#]|$))`
