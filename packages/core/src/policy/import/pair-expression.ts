import { findSourceFault } from '../pattern.ts'
import type { Pattern } from '../terms.ts'
import {
  type PatternOrReason,
  toExactPattern,
  hasOuterAlternative,
  toPrefixPattern,
  readLiteral,
  splitAlternatives,
  toWholeNamePattern,
} from './foreign-name.ts'

/**
 * Filter lists match expressions against `name=value`; a policy matches names. An expression that ignores the value can be
 * expressed exactly: `^name=` is a name, `^utm_` a prefix. One that may match part of the value cannot.
 */
export function readPairExpression(expression: string): PatternOrReason {
  const fault = findSourceFault(expression)
  if (fault !== null) return { reason: fault }
  const source = unescape(expression)
  if (!source.startsWith('^')) return { reason: 'is not anchored by ^, so it may match in values' }
  if (hasOuterAlternative(source))
    return { reason: 'is an alternative without brackets, of which ^ holds only one part' }
  const name = /^\^([^=]+)=(?:\.\*\$?)?$/.exec(source)?.[1]
  if (name !== undefined) return { pattern: readWholeName(name) }
  if (source.includes('=')) return { reason: 'depends on the value' }
  return readPrefix(source.slice(1).replace(/\.\*$/, ''))
}

/** Patterns for names whose pairs all match, whatever the value. The expression may match other pairs, too. */
export function narrowPairExpression(expression: string): readonly Pattern[] | string {
  const patterns: Pattern[] = []
  for (const source of splitAlternatives(unescape(expression))) {
    const narrowed = narrowAlternative(source)
    if ('reason' in narrowed) return narrowed.reason
    patterns.push(narrowed.pattern)
  }
  return patterns
}

function narrowAlternative(source: string): PatternOrReason {
  const exact = readPairExpression(source)
  if ('pattern' in exact) return exact
  // After the name comes =, so what ends the text does not end the name, and what looks ahead sees more than the name.
  if (/[$]|\(\?[!<=]/.test(source.replace(/\\./gs, ''))) return { reason: 'depends on what follows the name' }
  const named = source.replace(/=$/, '$')
  const fault = named.includes('=') ? 'depends on the value' : findSourceFault(named)
  return fault === null ? { pattern: `/${named}/` } : { reason: fault }
}

const unescape = (expression: string): string => expression.replaceAll('[^=]', '.').replace(/\\([,=&])/g, '$1')

function readWholeName(source: string): string {
  const literal = readLiteral(source)
  return literal === null ? toWholeNamePattern(source) : toExactPattern(literal)
}

function readPrefix(source: string): PatternOrReason {
  const literal = readLiteral(source)
  if (literal !== null) return { pattern: toPrefixPattern(literal) }
  // Any of these may match the = after the name and the text that follows.
  const mayLeaveName = /\[\^|\\[DSW]|\(\?[!<]|[.$]/.test(source.replace(/\\[^DSW]/g, 'x'))
  if (mayLeaveName || source === '') return { reason: 'may match in values' }
  return { pattern: `/^${source}/` }
}
