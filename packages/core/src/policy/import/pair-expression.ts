import { findSourceFault } from '../pattern.ts'
import {
  type PatternOrReason,
  exactName,
  hasOuterAlternative,
  namePrefix,
  readLiteral,
  wholeNameExpression,
} from './foreign-name.ts'

/**
 * Filter lists match expressions against `name=value`; a policy matches names. What holds for every value can be said:
 * `^name=` is a name, `^utm_` a prefix. What may reach into the value cannot.
 */
export function readPairExpression(expression: string): PatternOrReason {
  const fault = findSourceFault(expression)
  if (fault !== null) return { reason: fault }
  const source = expression.replaceAll('[^=]', '.').replace(/\\([,=&])/g, '$1')
  if (!source.startsWith('^')) return { reason: 'is not anchored by ^, so it may match in values' }
  if (hasOuterAlternative(source))
    return { reason: 'is an alternative without brackets, of which ^ holds only one part' }
  const name = /^\^([^=]+)=(?:\.\*\$?)?$/.exec(source)?.[1]
  if (name !== undefined) return { pattern: readWholeName(name) }
  if (source.includes('=')) return { reason: 'depends on the value' }
  return readPrefix(source.slice(1).replace(/\.\*$/, ''))
}

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
