import { compareForms, type Form } from '../log/form.ts'
import { groupBy } from '../log/site-state.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_PAIRS, MAX_FORMS } = THRESHOLDS.pairs

/**
 * Chooses pairs of forms of one content: each form with the simplest of its path, each path with the simplest of its host, each
 * host with the simplest of all. The number of pairs is linear in the forms; all pairs would be quadratic.
 */
export function choosePairs(members: readonly Form[]): [Form, Form][] {
  const forms = members.slice(0, MAX_FORMS).toSorted(compareForms)
  // Most contents have two forms, which are a pair wherever they differ.
  const [one, two] = forms
  if (forms.length === 2 && one !== undefined && two !== undefined) return [[two, one]]
  const pairs: [Form, Form][] = []
  const hosts = [...groupBy(forms, ({ scheme, host }) => scheme + host).values()]
  for (const own of hosts) {
    const paths = [...groupBy(own, ({ path }) => path).values()]
    for (const same of paths) pairs.push(...pairWithFirst(same))
    pairs.push(...pairWithFirst(paths.map(([first]) => first as Form)))
  }
  for (const own of hosts.slice(1, MAX_PAIRS)) {
    const twins = own.flatMap((form) => findTwins(form, hosts[0] ?? []))
    pairs.push(...(twins.length > 0 ? twins.slice(0, 2) : [[own[0], hosts[0]?.[0]] as [Form, Form]]))
  }
  return pairs
}

function pairWithFirst(forms: readonly Form[]): [Form, Form][] {
  const [first, ...others] = forms
  return first === undefined ? [] : others.slice(0, MAX_PAIRS).map((form) => [form, first])
}

function findTwins(form: Form, others: readonly Form[]): [Form, Form][] {
  const twin = others.find(({ path, query }) => path === form.path && query === form.query)
  return twin === undefined ? [] : [[form, twin]]
}
