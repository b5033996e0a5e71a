import { RISKS, type PolicyEffect, type UrlGroup } from './group-urls.ts'

/** How merges and splits are listed. */
export const ORDERS = ['riskiest', 'largest', 'rule'] as const
export type Order = (typeof ORDERS)[number]

/** Groups under one heading; without a heading, all of them. */
export interface GroupSection {
  readonly rule: string | null
  readonly groups: readonly UrlGroup[]
}

export interface RuleCount {
  readonly rule: string
  readonly groups: number
}

/** How many merges and splits each rule has a part in; the busiest first. */
export function countRules({ splits, merges }: PolicyEffect): RuleCount[] {
  const counts = new Map<string, number>()
  for (const { causes } of [...splits, ...merges])
    for (const rule of new Set(causes.map((cause) => cause.rule))) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts].map(([rule, groups]) => ({ rule, groups })).toSorted((a, b) => b.groups - a.groups)
}

/** Merges and splits in an order, only those that a rule caused where one is given. Within a section splits come first: they lose a page. */
export function orderGroups(effect: PolicyEffect, order: Order, rule?: string): GroupSection[] {
  const all = [...effect.splits, ...effect.merges].filter(
    ({ causes }) => rule === undefined || causes.some((cause) => cause.rule === rule),
  )
  if (order === 'rule')
    return countRules(effect)
      .filter((counted) => rule === undefined || counted.rule === rule)
      .map((counted) => ({
        rule: counted.rule,
        groups: all.filter(({ causes }) => causes.some((cause) => cause.rule === counted.rule)),
      }))
  const groups =
    order === 'largest'
      ? all.toSorted((a, b) => b.members.length - a.members.length)
      : all.toSorted((a, b) => RISKS.indexOf(b.risk) - RISKS.indexOf(a.risk))
  return [{ rule: null, groups }]
}
