// DustBuster (Bar-Yossef, Keidar, Schonfeld: Do Not Crawl in the DUST, WWW 2007, ACM TWEB 2009), written anew from the papers:
// likely rules, elimination of redundant ones, validation by samples, greedy canonization.
//
// Simplified: it cannot fetch from sites that do not exist, so it validates on the URLs of the log whose result is in the log
// too; a URL has one size instead of the range of several fetches; of the parametric rules it knows taking a parameter
// away. A rule and its reverse are one, in the direction that shortens.
import { eliminateRedundant, refines } from './eliminate-redundant.mjs'
import { findLikelyRules } from './likely-rules.mjs'
import { findParameterRules, withoutParameter } from './parameter-rules.mjs'
import { BREAK, toText, toUrl } from './tokens.mjs'
import { isValid } from './validate.mjs'

/** The paper looks at the best hundred of a site, and a few more. */
const MOST_VALIDATED = 300
const MOST_STEPS = 20

export function learnDustBuster(all) {
  const records = all.filter(({ status }) => status === 200)
  const byUrl = new Map(records.map((record) => [record.url, record]))
  const parametric = findParameterRules(records, byUrl)
    .map(
      ({ parameter }) =>
        (url) =>
          withoutParameter(url, parameter),
    )
    .filter((apply) => isValid(apply, records, byUrl))
  const substitutions = validSubstitutions(eliminateRedundant(findLikelyRules(records)), records, byUrl)
  const rules = [...parametric, ...substitutions]
  return { apply: (url) => canonize(rules, url), rules: rules.length }
}

/** What refines a valid rule needs no validation: the general one does its work. */
function validSubstitutions(likely, records, byUrl) {
  const valid = []
  for (const rule of likely.slice(0, MOST_VALIDATED))
    if (!valid.some((general) => refines(rule, general)) && isValid(substitution(rule), records, byUrl))
      valid.push(rule)
  return valid.map(substitution)
}

/** Acts on the first occurrence. */
function substitution({ from, to }) {
  const [find, put] = [BREAK + from, BREAK + to]
  return (url) => {
    const text = toText(url)
    const at = text.indexOf(find)
    return at === -1 ? url : toUrl(text.slice(0, at) + put + text.slice(at + find.length))
  }
}

/** Any rule that acts, until none does; all of them shorten or go down the alphabet. */
function canonize(rules, url) {
  let current = url
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const before = current
    for (const apply of rules) current = apply(current)
    if (current === before) break
  }
  return current
}
