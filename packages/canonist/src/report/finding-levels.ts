import type { FindingLevel } from '@canonist/core'
import type { Finding } from './finding.ts'

/** Returns the level of a rule. */
export type GetLevel = (rule: string) => FindingLevel

/** Levels by the id of a rule. */
export type Levels = Readonly<Record<string, FindingLevel>>

/** The first list that names a rule decides; then the default. */
export function createLevels(lists: readonly Levels[], getDefault: GetLevel): GetLevel {
  return (rule) => lists.find((list) => Object.hasOwn(list, rule))?.[rule] ?? getDefault(rule)
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
    const level = getLevel(finding.rule)
    return level === 'off' ? [] : [level === finding.level ? finding : { ...finding, level }]
  })
}
