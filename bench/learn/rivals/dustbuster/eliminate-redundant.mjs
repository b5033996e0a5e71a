// A rule refines another where it is the same with more around it. Of two with about the same support the refined one
// stays: the other owes its support to it.
const WINDOW = 1100
const RELATIVE_DEFICIENCY = 0.2
const ABSOLUTE_DEFICIENCY = 1000

/** @param rules the best supported first */
export function eliminateRedundant(rules) {
  const isGone = new Uint8Array(rules.length)
  for (const [index, rule] of rules.entries()) {
    if (isGone[index]) continue
    for (let at = index + 1; at < rules.length && at - index <= WINDOW; at += 1) {
      if (rule.support - rules[at].support > computeDeficiency(rule)) break
      if (isGone[at]) continue
      if (refines(rule, rules[at])) isGone[at] = 1
      else if (refines(rules[at], rule)) {
        isGone[index] = 1
        break
      }
    }
  }
  return rules.filter((_, index) => isGone[index] === 0)
}

const computeDeficiency = ({ support }) => Math.min(RELATIVE_DEFICIENCY * support, ABSOLUTE_DEFICIENCY)

/** Whether `rule` is γaδ -> γbδ of the general a -> b. */
export function refines(rule, general) {
  const more = rule.from.length - general.from.length
  if (more < 0 || more !== rule.to.length - general.to.length) return false
  let before = rule.from.indexOf(general.from)
  while (before !== -1) {
    const [start, end] = [rule.from.slice(0, before), rule.from.slice(before + general.from.length)]
    if (rule.to === start + general.to + end) return true
    before = rule.from.indexOf(general.from, before + 1)
  }
  return false
}
