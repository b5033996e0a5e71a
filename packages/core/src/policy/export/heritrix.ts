import type { PolicySpec } from '../spec.ts'
import type { ExportResult, LeftOut } from './export-result.ts'
import { substitutionsOf } from './java-substitutions.ts'
import { AGAIN, escapeXml, type Substitution } from './substitution.ts'

const PACKAGE = 'org.archive.modules.canonicalize'
/** Heritrix runs a rule once: what may stand several times in a URL needs as many rules. */
const TIMES = 6

/**
 * Writes the canonicalization policy of Heritrix 3, a bean for crawler-beans.cxml, for what a policy does.
 * https://heritrix.readthedocs.io
 *
 * @example
 * exportHeritrix({ name: 'a', fragment: 'strip' }).text.includes('RegexRule') // true
 */
export function exportHeritrix(spec: PolicySpec): ExportResult {
  const { rules, count, leftOut } = substitutionsOf(spec, 'A canonicalization policy of Heritrix')
  const lines = [
    `<bean id="canonicalizationPolicy" class="${PACKAGE}.RulesCanonicalizationPolicy">`,
    '  <property name="rules">',
    '    <list>',
    ...rules.flatMap(beansOf),
    '    </list>',
    '  </property>',
    '</bean>',
    '',
  ]
  return { text: lines.join('\n'), exported: count, leftOut: [...leftOut, ...bounded(rules, count)] }
}

/** @param count without those that are gone through again */
function bounded(rules: readonly Substitution[], count: number): LeftOut[] {
  if (!rules.some(isRepeated)) return []
  const most = (TIMES * rules.length) / count
  return [{ at: 'query', reason: `no more than ${most} parameters or slashes in a row are taken out of one URL` }]
}

const isRepeated = ({ pattern }: Substitution): boolean => pattern.includes(AGAIN)

function beansOf(rule: Substitution): string[] {
  const { pattern, substitution } = asWhole(rule)
  const bean = [
    `      <bean class="${PACKAGE}.RegexRule">`,
    `        <property name="regex" value="${escapeXml(pattern)}"/>`,
    `        <property name="format" value="${escapeXml(substitution)}"/>`,
    '      </bean>',
  ].join('\n')
  return Array<string>(isRepeated(rule) ? TIMES : 1).fill(bean)
}

/** A rule must match the whole URL, so whatever it leaves alone is taken along. */
function asWhole({ pattern, substitution }: Substitution): Substitution {
  const once = pattern.replace(`|${AGAIN}`, '')
  const [before, shift] = once.includes('^') ? ['', 0] : ['(.*?)', 1]
  const groups = once.match(/(?<!\\)\((?!\?)/g)?.length ?? 0
  const moved = substitution.replace(/\$(\d)/g, (_, group) => `$${Number(group) + shift}`)
  return {
    pattern: `${before}${once}(.*)`,
    substitution: `${shift === 1 ? '$1' : ''}${moved}$${groups + shift + 1}`,
  }
}
