import type { PolicySpec } from '../spec.ts'
import type { ExportResult, LeftOut } from './export-result.ts'
import { createSubstitutions } from './java-substitutions.ts'
import { AFTER_LAST_MATCH, escapeXml, type Substitution } from './substitution.ts'

const PACKAGE = 'org.archive.modules.canonicalize'
/** Heritrix runs a rule once, so a rule for parts that may occur several times is repeated. */
const TIMES = 6

/**
 * Writes the canonicalization policy of Heritrix 3, a bean for crawler-beans.cxml, for what a policy does.
 * https://heritrix.readthedocs.io
 *
 * @example
 * exportHeritrix({ name: 'a', fragment: 'strip' }).text.includes('RegexRule') // true
 */
export function exportHeritrix(spec: PolicySpec): ExportResult {
  const { rules, count, leftOut } = createSubstitutions(spec, 'A canonicalization policy of Heritrix')
  const lines = [
    `<bean id="canonicalizationPolicy" class="${PACKAGE}.RulesCanonicalizationPolicy">`,
    '  <property name="rules">',
    '    <list>',
    ...rules.flatMap(formatBeans),
    '    </list>',
    '  </property>',
    '</bean>',
    '',
  ]
  return { text: lines.join('\n'), exported: count, leftOut: [...leftOut, ...describeBounds(rules, count)] }
}

/** @param count the number of distinct rules */
function describeBounds(rules: readonly Substitution[], count: number): LeftOut[] {
  if (!rules.some(isRepeated)) return []
  const most = (TIMES * rules.length) / count
  return [{ at: 'query', reason: `no more than ${most} parameters or repeated slashes are removed from one URL` }]
}

const isRepeated = ({ pattern }: Substitution): boolean => pattern.includes(AFTER_LAST_MATCH)

function formatBeans(rule: Substitution): string[] {
  const { pattern, substitution } = matchWholeUrl(rule)
  const bean = [
    `      <bean class="${PACKAGE}.RegexRule">`,
    `        <property name="regex" value="${escapeXml(pattern)}"/>`,
    `        <property name="format" value="${escapeXml(substitution)}"/>`,
    '      </bean>',
  ].join('\n')
  return Array<string>(isRepeated(rule) ? TIMES : 1).fill(bean)
}

/** A rule of Heritrix must match the whole URL, so the rest of the URL is captured and written back. */
function matchWholeUrl({ pattern, substitution }: Substitution): Substitution {
  const once = pattern.replace(`|${AFTER_LAST_MATCH}`, '')
  const [before, shift] = once.includes('^') ? ['', 0] : ['(.*?)', 1]
  const groups = once.match(/(?<!\\)\((?!\?)/g)?.length ?? 0
  const moved = substitution.replace(/\$(\d)/g, (_, group) => `$${Number(group) + shift}`)
  return {
    pattern: `${before}${once}(.*)`,
    substitution: `${shift === 1 ? '$1' : ''}${moved}$${groups + shift + 1}`,
  }
}
