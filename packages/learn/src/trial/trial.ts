import { createApply, type Apply, type Candidate } from '../propose/candidate.ts'
import type { Edit } from '../propose/edit.ts'
import { readFirstUrl, type Form } from '../log/form.ts'
import { groupForms, type SiteState } from '../log/site-state.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_COLLISIONS } = THRESHOLDS.trial

/** Forms that a candidate makes equal, and that were not equal before. */
export interface Collision {
  readonly becomes: string
  readonly forms: readonly Form[]
  /** The content that they show; if they disagree, the rarest one. */
  readonly cluster: number
  /** The content as which it is counted: that of its page if noise may have replaced the others, otherwise `cluster`. */
  readonly page: number
  /** The weight of the collision: one for two forms, more if several contents meet. */
  readonly trials: number
  /** The part of the weight that agrees. */
  readonly agreeing: number
}

export interface Trial {
  readonly candidate: Candidate
  readonly collisions: readonly Collision[]
  /** The forms that the candidate changes. */
  readonly changed: readonly Form[]
  /** The result for each of them. */
  readonly outputs: readonly string[]
  /** The number of the state it was tried on. */
  readonly state: number
}

/**
 * Runs a candidate on all forms that it may change, and collects the collisions.
 *
 * @param before the trial of the same candidate on an earlier state; its results for unchanged forms are reused
 */
export function tryCandidate(candidate: Candidate, state: SiteState, before: Trial | null = null): Trial {
  const changes = listChanges(candidate, state, before)
  const isNeeded = createNeedTest(candidate)
  const collisions: Collision[] = []
  for (const [becomes, forms] of groupByOutput(changes, state)) {
    const collision = judgeCollision(becomes, forms, state)
    if (collision !== null && isNeeded(forms)) collisions.push(collision)
  }
  return { candidate, collisions: separateShared(collisions), ...changes, state: state.number }
}

/** Changed forms and their results, in two parallel lists: smaller and faster than a map. */
type Changes = Pick<Trial, 'changed' | 'outputs'>

/** Groups forms with the same result, including a form that already had this spelling. */
function groupByOutput({ changed, outputs }: Changes, { findForm, urlCount }: SiteState): [string, Form[]][] {
  const isChanged = new Uint8Array(urlCount)
  for (const form of changed) isChanged[readFirstUrl(form)] = 1
  const together: [string, Form[]][] = []
  for (const [becomes, group] of groupForms(changed, (_, index) => outputs[index] as string)) {
    const there = findForm(becomes)
    if (there !== undefined && isChanged[readFirstUrl(there)] === 0) together.push([becomes, [group, there].flat()])
    else if (Array.isArray(group)) together.push([becomes, group])
  }
  return together
}

function listChanges(candidate: Candidate, state: SiteState, before: Trial | null): Changes {
  const apply = createApply(candidate)
  const recall = before === null ? () => undefined : createRecall(before)
  const [changed, outputs]: [Form[], string[]] = [[], []]
  for (const form of listForms(candidate, state)) {
    const becomes = before !== null && form.since <= before.state ? recall(form) : apply(form)
    if (becomes === undefined || becomes === form.text) continue
    changed.push(form)
    outputs.push(becomes)
  }
  return { changed, outputs }
}

/** Creates a lookup of earlier results. It must be called in the order of `listForms`, which is the same in all states. */
function createRecall({ candidate: { hosts }, changed, outputs }: Trial): (form: Form) => string | undefined {
  let at = 0
  const isBefore = (known: Form, form: Form): boolean =>
    known.host === form.host
      ? readFirstUrl(known) < readFirstUrl(form)
      : hosts.indexOf(known.host) < hosts.indexOf(form.host)
  return (form) => {
    for (let known = changed[at]; known !== undefined && isBefore(known, form); known = changed[at]) at++
    return changed[at] === form ? outputs[at] : undefined
  }
}

/**
 * Creates a test whether all edits of a candidate were needed to make forms equal. Otherwise a correct edit would prove a wrong
 * one beside it, or a rule on forms of one host would move them to another host.
 */
function createNeedTest({ hosts, edits }: Candidate): (forms: readonly Form[]) => boolean {
  if (hosts.length > 1 && edits.length === 1) return (forms) => forms.some(({ host }) => host !== forms[0]?.host)
  if (edits.length === 1) return () => true
  return ([first, ...others]) =>
    getWithoutEach(edits).every((apply) => {
      const output = apply(first as Form)
      return others.some((form) => apply(form) !== output)
    })
}

/** Compiled when the first forms meet, and once for all rounds: most joint candidates make no forms equal. */
const withoutEach = new WeakMap<readonly Edit[], readonly Apply[]>()

/** The candidate without each of its edits. By place: the same edit stands twice in a candidate for `?a=1&a=1`. */
function getWithoutEach(edits: readonly Edit[]): readonly Apply[] {
  let all = withoutEach.get(edits)
  if (all === undefined)
    withoutEach.set(edits, (all = edits.map((_, at) => createApply({ edits: edits.toSpliced(at, 1) }))))
  return all
}

function listForms({ hosts, edits }: Candidate, state: SiteState): readonly Form[] {
  const { name } = edits[0] ?? {}
  if (name !== undefined && hosts.length === 1 && edits.length === 1)
    return state.byName.get(hosts[0] ?? '')?.get(name) ?? []
  const [first = [], ...others] = hosts.map((host) => state.byHost.get(host) ?? [])
  return others.length === 0 ? first : first.concat(...others)
}

/** Computes the share of pairs that agree. If k contents meet, the collision counts as k - 1 trials. */
function judgeCollision(becomes: string, forms: readonly Form[], { clusters }: SiteState): Collision | null {
  const [first, second, third] = forms
  if (third === undefined && first?.label === second?.label)
    return first === undefined || first.label === -1
      ? null
      : { becomes, forms, cluster: first.label, page: first.label, trials: 1, agreeing: 1 }
  const counts = new Map<number, number>()
  for (const { label } of forms) if (label !== -1) counts.set(label, (counts.get(label) ?? 0) + 1)
  let [cluster, least, known, pairs] = [-1, Infinity, 0, 0]
  for (const [label, count] of counts) {
    known += count
    pairs += count * (count - 1)
    // Counted by the rarest content: pages that disagree with one login page are separate failures.
    const size = clusters.get(label)?.length ?? 1
    if (size < least || (size === least && label > cluster)) [cluster, least] = [label, size]
  }
  if (known < 2) return null
  const trials = Math.max(1, counts.size - 1)
  return {
    becomes,
    forms,
    cluster,
    page: findPage(counts, clusters) ?? cluster,
    trials,
    agreeing: (trials * pairs) / (known * (known - 1)),
  }
}

/** Finds what the page shows if the forms disagree: the only one of their contents that is seen repeatedly. */
function findPage(contents: ReadonlyMap<number, number>, clusters: SiteState['clusters']): number | null {
  const repeated = [...contents.keys()].filter((label) => (clusters.get(label)?.length ?? 1) > 1)
  return repeated.length === 1 ? (repeated[0] as number) : null
}

/** Counts failures beside a content of many collisions, such as a login page, as those of separate pages. */
function separateShared(collisions: readonly Collision[]): readonly Collision[] {
  const counts = new Map<number, number>()
  for (const { page } of collisions) counts.set(page, (counts.get(page) ?? 0) + 1)
  const isShared = ({ page, agreeing, trials }: Collision): boolean =>
    agreeing < trials && (counts.get(page) ?? 0) > MAX_COLLISIONS
  return collisions.map((collision) => (isShared(collision) ? separate(collision) : collision))
}

const separate = (collision: Collision): Collision => ({ ...collision, page: collision.cluster })

export interface Count {
  readonly trials: number
  readonly agreeing: number
}

/**
 * Adds up collisions by content: a login page that ten thousand URLs show is one trial, not ten thousand. Collisions of the same
 * page count as their average, whether they agree or not: if its agreeing ones were one trial, and each failing one another, noise
 * would seem more frequent than it is.
 */
export function countTrials(collisions: Iterable<Count & Pick<Collision, 'page'>>): Count {
  const byPage = new Map<number, { trials: number; agreeing: number; most: number }>()
  for (const { page, trials, agreeing } of collisions) {
    const sum = byPage.get(page)
    if (sum === undefined) byPage.set(page, { trials, agreeing, most: trials })
    else {
      sum.trials += trials
      sum.agreeing += agreeing
      sum.most = Math.max(sum.most, trials)
    }
  }
  let [trials, agreeing] = [0, 0]
  for (const sum of byPage.values()) {
    trials += sum.most
    agreeing += (sum.most * sum.agreeing) / sum.trials
  }
  return { trials, agreeing }
}

/** Adds up counts or collisions, however often they show the same content. */
export function sumCounts(counts: Iterable<Count>): Count {
  let [trials, agreeing] = [0, 0]
  for (const count of counts) {
    trials += count.trials
    agreeing += count.agreeing
  }
  return { trials, agreeing }
}
