import type { Form } from '../log/form.ts'
import { groupBy, type SiteState } from '../log/site-state.ts'
import { createApply } from '../propose/candidate.ts'
import { countTrials, type Trial } from '../trial/trial.ts'
import { THRESHOLDS } from '../thresholds.ts'

const { MAX_ELSEWHERE, MIN_SHARE, MAX_SPELLINGS, MIN_CORNERS, MAX_DEVIATIONS } = THRESHOLDS.cornerNoise

/** A form, and the proposals that would change it. */
interface Spelled {
  readonly form: Form
  readonly by: ReadonlySet<string>
}

/** A fetch for which two other URLs of its page show what it should have returned. */
interface Corner {
  /** Whether its URL is between the two others: it shares each of its parts with one of them. */
  readonly isBetween: boolean
  readonly isOdd: boolean
  /** The proposals that may be the cause of the difference. */
  readonly by: ReadonlySet<string>
}

/** Fetches whose right content is known, and how many of them returned something else. */
export interface CornerCount {
  readonly fetches: number
  readonly spoiled: number
}

/**
 * Measures noise with three URLs of a page, one of which is between the others: `/p` differs from `/p?from=1` in the query, and from
 * `/p/` in the slash. If two of the three agree, neither part matters on that page, so a third that differs is noise.
 *
 * But two parts may also have one meaning (`/p?print=1` and `print.example/p`), and one part alone may matter. Then the middle URL
 * is odd more often than the outer ones, or less often; noise affects all three equally. So the two kinds of corners check each
 * other: if one kind is odd more often, only the other one counts as noise.
 */
export class CornerNoise {
  readonly #corners: readonly Corner[]

  /** @param trials of single proposals, before any rule is active */
  constructor(state: SiteState, trials: readonly Trial[]) {
    this.#corners = groupPages(state, trials.filter(isLikely)).flatMap((page) => findCorners(page, state))
  }

  /** @param id of the judged rule. Corners that it may have caused are left out: a rule must not measure its own noise */
  countWithout(id: string): CornerCount {
    const others = this.#corners.filter(({ by }) => !by.has(id))
    const between = countCorners(others.filter(({ isBetween }) => isBetween))
    const ends = countCorners(others.filter(({ isBetween }) => !isBetween))
    if (Math.min(between.fetches, ends.fetches) < MIN_CORNERS) return { fetches: 0, spoiled: 0 }
    const [less, more] = computeShare(between) < computeShare(ends) ? [between, ends] : [ends, between]
    const both = { fetches: between.fetches + ends.fetches, spoiled: between.spoiled + ends.spoiled }
    const deviation = Math.sqrt(
      computeShare(both) * (1 - computeShare(both)) * (1 / between.fetches + 1 / ends.fetches),
    )
    return computeShare(more) - computeShare(less) > MAX_DEVIATIONS * deviation ? less : both
  }
}

const countCorners = (corners: readonly Corner[]): CornerCount => ({
  fetches: corners.length,
  spoiled: corners.filter(({ isOdd }) => isOdd).length,
})

const computeShare = ({ fetches, spoiled }: CornerCount): number => spoiled / fetches

function isLikely({ collisions }: Trial): boolean {
  const { trials, agreeing } = countTrials(collisions)
  return trials > 0 && agreeing >= MIN_SHARE * trials
}

/** Groups the forms that all likely proposals together make equal. */
function groupPages({ byHost }: SiteState, trials: readonly Trial[]): Spelled[][] {
  const changes = groupBy(
    trials.flatMap((trial) => trial.changed.map((form) => ({ form, id: trial.candidate.id }))),
    ({ form }) => form,
  )
  const pages = new Map<string, Spelled[]>()
  for (const [host, forms] of byHost) {
    const edits = trials
      .filter(({ candidate }) => candidate.hosts.includes(host))
      .flatMap(({ candidate }) => candidate.edits)
    const apply = edits.length === 0 ? null : createApply({ edits })
    for (const form of forms) {
      if (form.label === -1) continue
      const output = apply?.(form) ?? form.text
      const page = pages.get(output) ?? []
      pages.set(output, page)
      if (page.length < MAX_SPELLINGS) page.push({ form, by: new Set(changes.get(form)?.map(({ id }) => id)) })
    }
  }
  return [...pages.values()].filter(({ length }) => length > 2)
}

function findCorners(page: readonly Spelled[], state: SiteState): Corner[] {
  const parts = page.map(({ form }) => splitParts(form))
  const shown = groupBy(page, ({ form }) => form.label)
  // A login form or an error that other pages show as well is not what this page should show.
  const isOwn = (label: number): boolean =>
    (state.clusters.get(label)?.length ?? 1) - (shown.get(label)?.length ?? 0) <= MAX_ELSEWHERE
  // Noise is seen once: a content of two URLs is not an accident.
  const isAlone = (label: number): boolean => shown.get(label)?.length === 1
  const corners = new Map<string, Corner>()
  const add = (corner: number, witnesses: readonly [number, number], isBetween: boolean): void => {
    const [one, two] = witnesses.map((at) => page[at]) as [Spelled, Spelled]
    const { form, by } = page[corner] as Spelled
    const expected = one.form.label
    const isOdd = form.label !== expected
    if (two.form.label !== expected || !isOwn(expected) || (isOdd && !isAlone(form.label))) return
    corners.set(`${corner} ${isBetween}`, {
      isBetween,
      isOdd,
      by: new Set([...by, ...[...one.by].filter((id) => two.by.has(id))]),
    })
  }
  for (const [middle] of page.entries())
    for (const [left] of page.entries())
      for (let right = left + 1; right < page.length; right++) {
        if (middle === left || middle === right || !liesBetween(parts[middle], parts[left], parts[right])) continue
        add(middle, [left, right], true)
        add(left, [middle, right], false)
        add(right, [middle, left], false)
      }
  return [...corners.values()]
}

type Parts = ReadonlyMap<string, string>

/** Whether each part of a URL equals that of one of two others, so that it differs from them in different parts. */
function liesBetween(middle: Parts = NO_PARTS, left: Parts = NO_PARTS, right: Parts = NO_PARTS): boolean {
  for (const name of new Set([...middle.keys(), ...left.keys(), ...right.keys()])) {
    const part = middle.get(name)
    if (part !== left.get(name) && part !== right.get(name)) return false
  }
  return true
}

const NO_PARTS: Parts = new Map()

/** Splits a form into parts. Two values of one parameter, or two paths, differ in the same part. */
function splitParts({ scheme, host, path, fragment, pairs }: Form): Map<string, string> {
  const isDirectory = path.length > 1 && path.endsWith('/')
  const parts = new Map([
    ['scheme', scheme],
    ['host', host],
    ['path', isDirectory ? path.slice(0, -1) : path],
    ['slash', `${isDirectory}`],
    ['fragment', fragment],
  ])
  for (const { name, text } of pairs) parts.set(`?${name}`, `${parts.get(`?${name}`) ?? ''}&${text}`)
  return parts
}
