import { findSourceFault } from '../pattern.ts'
import type { Pattern } from '../terms.ts'
import {
  type PatternOrReason,
  exactName,
  hasOuterAlternative,
  namePrefix,
  readLiteral,
  splitAlternatives,
  wholeNameExpression,
} from './foreign-name.ts'

/**
 * Filter lists match expressions against `name=value`; a policy matches names. What is true of every value can be said
 * exactly: `^name=` is a name, `^utm_` a prefix. What may reach into the value cannot.
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

/** Patterns for names of which every pair is matched, whatever its value; the expression may match other pairs, too. */
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
  return literal === null ? wholeNameExpression(source) : exactName(literal)
}

function readPrefix(source: string): PatternOrReason {
  const literal = readLiteral(source)
  if (literal !== null) return { pattern: namePrefix(literal) }
  // Any of these may match the = behind the name and what follows it.
  const mayLeaveName = /\[\^|\\[DSW]|\(\?[!<]|[.$]/.test(source.replace(/\\[^DSW]/g, 'x'))
  if (mayLeaveName || source === '') return { reason: 'may match in values' }
  return { pattern: `/^${source}/` }
}
