import type { Form } from '../log/form.ts'
import { getOrAdd, groupBy, type SiteState } from '../log/site-state.ts'
import { createApply } from '../propose/candidate.ts'
import { countTrials, type Trial } from '../trial/trial.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

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
  readonly #all = new CornerTally()
  /** The corners that each proposal may have caused. */
  readonly #byProposal = new Map<string, CornerTally>()

  /** @param trials of single proposals, before any rule is active */
  constructor(state: SiteState, trials: readonly Trial[]) {
    for (const page of groupPages(state, trials.filter(isLikely)))
      for (const corner of findCorners(page, state)) this.#add(corner)
  }

  #add(corner: Corner): void {
    this.#all.add(corner)
    for (const id of corner.by) getOrAdd(this.#byProposal, id, () => new CornerTally()).add(corner)
  }

  /** @param id of the judged rule. Corners that it may have caused are left out: a rule must not measure its own noise */
  countWithout(id: string): CornerCount {
    const own = this.#byProposal.get(id)
    const between = subtract(this.#all.between, own?.between)
    const ends = subtract(this.#all.ends, own?.ends)
    if (Math.min(between.fetches, ends.fetches) < MIN_CORNERS) return { fetches: 0, spoiled: 0 }
    const [less, more] = computeShare(between) < computeShare(ends) ? [between, ends] : [ends, between]
    const both = { fetches: between.fetches + ends.fetches, spoiled: between.spoiled + ends.spoiled }
    const deviation = Math.sqrt(
      computeShare(both) * (1 - computeShare(both)) * (1 / between.fetches + 1 / ends.fetches),
    )
    return computeShare(more) - computeShare(less) > MAX_DEVIATIONS * deviation ? less : both
  }
}

/** Counts the two kinds of corners. */
class CornerTally {
  readonly between = { fetches: 0, spoiled: 0 }
  readonly ends = { fetches: 0, spoiled: 0 }

  add({ isBetween, isOdd }: Corner): void {
    const kind = isBetween ? this.between : this.ends
    kind.fetches++
    if (isOdd) kind.spoiled++
  }
}

const subtract = (all: CornerCount, own: CornerCount | undefined): CornerCount => ({
  fetches: all.fetches - (own?.fetches ?? 0),
  spoiled: all.spoiled - (own?.spoiled ?? 0),
})

const computeShare = ({ fetches, spoiled }: CornerCount): number => spoiled / fetches

function isLikely({ collisions }: Trial): boolean {
  const { trials, agreeing } = countTrials(collisions)
  return trials > 0 && agreeing >= MIN_SHARE * trials
}

/** Groups the forms that all likely proposals together make equal. */
function groupPages({ byHost }: SiteState, trials: readonly Trial[]): Spelled[][] {
  const pages = new Map<string, Form[]>()
  for (const [host, forms] of byHost) {
    const edits = trials
      .filter(({ candidate }) => candidate.hosts.includes(host))
      .flatMap(({ candidate }) => candidate.edits)
    const apply = edits.length === 0 ? null : createApply({ edits })
    for (const form of forms) {
      if (form.label === -1) continue
      const output = apply?.(form) ?? form.text
      const page = getOrAdd(pages, output, () => [])
      if (page.length < MAX_SPELLINGS) page.push(form)
    }
  }
  const changes = listChanges(trials)
  const isOfSeveral = ({ length }: readonly Form[]): boolean => length > 2
  return [...pages.values()]
    .filter(isOfSeveral)
    .map((page) => page.map((form) => ({ form, by: new Set(changes.get(form)) })))
}

/** The proposals that would change each form. */
function listChanges(trials: readonly Trial[]): Map<Form, string[]> {
  const changes = new Map<Form, string[]>()
  for (const { candidate, changed } of trials)
    for (const form of changed) getOrAdd(changes, form, () => []).push(candidate.id)
  return changes
}

function findCorners(page: readonly Spelled[], state: SiteState): Corner[] {
  const liesBetween = createBetweenTest(page.map(({ form }) => splitParts(form)))
  const shown = groupBy(page, ({ form }) => form.label)
  // A login form or an error that other pages show as well is not what this page should show.
  const isOwn = (label: number): boolean =>
    (state.clusters.get(label)?.length ?? 1) - (shown.get(label)?.length ?? 0) <= MAX_ELSEWHERE
  // Noise is seen once: a content of two URLs is not an accident.
  const isAlone = (label: number): boolean => shown.get(label)?.length === 1
  // By kind and place in the page: of several triples with the same corner, the last one counts.
  const corners: (Corner | undefined)[] = []
  const add = (corner: number, left: number, right: number, isBetween: boolean): void => {
    const [one, two] = [page[left] as Spelled, page[right] as Spelled]
    const { form, by } = page[corner] as Spelled
    const expected = one.form.label
    const isOdd = form.label !== expected
    if (two.form.label !== expected || !isOwn(expected) || (isOdd && !isAlone(form.label))) return
    const shared = [...one.by].filter((id) => two.by.has(id))
    corners[2 * corner + (isBetween ? 1 : 0)] = { isBetween, isOdd, by: new Set([...by, ...shared]) }
  }
  for (let middle = 0; middle < page.length; middle++)
    for (let left = 0; left < page.length; left++)
      for (let right = left + 1; right < page.length; right++) {
        if (middle === left || middle === right || !liesBetween(middle, left, right)) continue
        add(middle, left, right, true)
        add(left, middle, right, false)
        add(right, middle, left, false)
      }
  return corners.filter((corner) => corner !== undefined)
}

type Parts = ReadonlyMap<string, string>

/**
 * Creates a test whether each part of a URL equals that of one of two others, so that it differs from them in different parts.
 * Parts are compared once for each pair of URLs, and not for each triple.
 */
function createBetweenTest(all: readonly Parts[]): (middle: number, left: number, right: number) => boolean {
  const names = [...new Set(all.flatMap((parts) => [...parts.keys()]))]
  const listDiffering = (one: Parts, other: Parts): string[] =>
    names.filter((name) => one.get(name) !== other.get(name))
  const differing = all.map((one) => all.map((other) => listDiffering(one, other)))
  return (middle, left, right) => {
    const [ofLeft, ofRight] = [differing[middle]?.[left] ?? [], differing[middle]?.[right] ?? []]
    return !ofLeft.some((name) => ofRight.includes(name))
  }
}

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
