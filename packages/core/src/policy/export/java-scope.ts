import { formatHostExpression } from './host-expression.ts'
import type { Place } from './places.ts'
import { escapeExpression } from './stripped-names.ts'

const END = '(?=[/?#]|$)'

/** An expression for the scheme and host of a place's URLs, with a lookahead for the beginning of their path. */
export function formatScope({ domain, path, exceptDomains, exceptPaths }: Place): string {
  const host =
    domain === undefined
      ? '[^/?#]+'
      : `${exceptDomains.map(formatExcludedHost).join('')}${formatHost(domain)}(?::\\d+)?${END}`
  const inside = path === '' ? '' : `(?=${escapeExpression(path)}${END})`
  return `https?://${host}${inside}${exceptPaths.map((prefix) => `(?!${escapeExpression(prefix)}${END})`).join('')}`
}

const formatHost = (domain: string): string => `(?:[^/?#@:]+\\.)*${formatHostExpression(domain)}`

const formatExcludedHost = (domain: string): string => `(?!${formatHost(domain)}(?:[:/?#]|$))`
