import type { FindingLevel } from '@canonist/core'
import type { Finding, Level } from './finding.ts'

/**
 * Returns the level of a rule.
 *
 * @param found that of the finding, which may be milder than the rule
 */
export type GetLevel = (rule: string, found?: Level) => FindingLevel

/** Levels by the id of a rule. */
export type Levels = Readonly<Record<string, FindingLevel>>

/** The first list that names a rule decides; then the default. */
export function createLevels(lists: readonly Levels[], getDefault: GetLevel): GetLevel {
  return (rule, found) => lists.find((list) => Object.hasOwn(list, rule))?.[rule] ?? getDefault(rule, found)
}

/** The same findings with the levels that the lists name; those of other rules keep their own. */
export function overrideLevels<T extends Pick<Finding, 'rule' | 'level'>>(
  findings: readonly T[],
  lists: readonly Levels[],
): T[] {
  return findings.flatMap((finding) =>
    applyLevels(
      [finding],
      createLevels(lists, () => finding.level),
    ),
  )
}

/** The findings that are reported, each with its level. */
export function applyLevels<T extends Pick<Finding, 'rule' | 'level'>>(
  findings: readonly T[],
  getLevel: GetLevel,
): T[] {
  return findings.flatMap((finding) => {
    const level = getLevel(finding.rule, finding.level)
    return level === 'off' ? [] : [level === finding.level ? finding : { ...finding, level }]
  })
}
