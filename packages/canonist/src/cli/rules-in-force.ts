import { rules, type Policy, type RuleInfo } from '@canonist/core'

/** The rules of a policy outside its site sections, in the order of the catalogue. */
export function rulesInForce({ compiled }: Policy): RuleInfo[] {
  const { spelling, meaning, settings } = compiled.everywhere
  const ids = new Set([...spelling, ...meaning].map(({ id }) => id))
  if (settings.unwrap) ids.add('unwrap-redirector')
  if (settings.rewrites.length > 0) ids.add('rewrite')
  return rules.filter(({ id }) => ids.has(id))
}
