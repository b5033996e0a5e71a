import { createApply } from '../propose/candidate.ts'
import type { Form } from '../log/form.ts'
import { groupBy, type SiteState } from '../log/site-state.ts'
import { countTrials, type Trial } from '../trial/trial.ts'

/** Proposals that agree less often do not say which URLs may be one page. */
const LEAST_SHARE = 0.6

/** A URL, and the proposals that would change it. */
interface Spelled {
  readonly form: Form
  readonly by: ReadonlySet<Trial>
}

interface Page {
  readonly plain: Form
  readonly others: readonly Spelled[]
}

/** Fetches of plain URLs, and how many of them were spoiled. */
export interface PlainCount {
  readonly pages: number
  readonly spoiled: number
}

/**
 * Counts noise at URLs that no proposal changes. Where two spellings of a page agree that have no change in common (`/p?from=1` and
 * `/p/`), both show the page: had one of the changes made a difference, they would not agree. If the plain URL shows something
 * else, its fetch was spoiled, whatever the proposals are worth. What fails under a proposal is not counted, so that none of them
 * measures its own noise.
 *
 * @param trials of single proposals, before any rule is in force
 */
export function countPlainNoise(state: SiteState, trials: readonly Trial[]): PlainCount {
  let [pages, spoiled] = [0, 0]
  for (const { plain, others } of pagesOf(state, trials.filter(isLikely))) {
    const shown = contentOf(others)
    if (shown === null) continue
    pages++
    if (plain.label !== shown) spoiled++
  }
  return { pages, spoiled }
}

function isLikely({ collisions }: Trial): boolean {
  const { trials, agreeing } = countTrials(collisions)
  return trials > 0 && agreeing >= LEAST_SHARE * trials
}

/** URLs that all likely proposals together make one, where the outcome itself was fetched. */
function pagesOf({ byText, byHost }: SiteState, trials: readonly Trial[]): Page[] {
  const changes = groupBy(
    trials.flatMap((trial) => trial.changed.map((form) => ({ form, trial }))),
    ({ form }) => form,
  )
  const pages = new Map<Form, Spelled[]>()
  for (const [host, forms] of byHost) {
    const edits = trials
      .filter(({ candidate }) => candidate.hosts.includes(host))
      .flatMap(({ candidate }) => candidate.edits)
    const apply = edits.length === 0 ? null : createApply({ edits })
    for (const form of apply === null ? [] : forms) {
      const own = changes.get(form)
      const plain = own === undefined ? undefined : byText.get(apply?.(form) ?? '')
      if (own === undefined || plain === undefined || plain === form || plain.label === -1 || form.label === -1)
        continue
      const others = pages.get(plain) ?? []
      pages.set(plain, others)
      others.push({ form, by: new Set(own.map(({ trial }) => trial)) })
    }
  }
  return [...pages].flatMap(([plain, others]) => (others.length < 2 ? [] : [{ plain, others }]))
}

const areApart = (some: ReadonlySet<Trial>, others: ReadonlySet<Trial>): boolean =>
  ![...some].some((trial) => others.has(trial))

/** What two spellings show that have no change in common; null where no two do. */
function contentOf(others: readonly Spelled[]): number | null {
  for (const [at, one] of others.entries()) {
    const other = others.slice(at + 1).find(({ form, by }) => form.label === one.form.label && areApart(by, one.by))
    if (other !== undefined) return one.form.label
  }
  return null
}
