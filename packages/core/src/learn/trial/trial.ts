import { createApply, type Candidate } from '../propose/candidate.ts'
import { readFirstUrl, type Form } from '../log/form.ts'
import { groupForms, type SiteState } from '../log/site-state.ts'

/** URLs that fall together under a candidate and did not before. */
export interface Collision {
  readonly becomes: string
  readonly forms: readonly Form[]
  /** The content that they show; where they disagree, the rarest of them. */
  readonly cluster: number
  /** What the collision weighs: one for two URLs, more where many contents disagree. */
  readonly trials: number
  /** Of that, what agrees. */
  readonly agreeing: number
}

export interface Trial {
  readonly candidate: Candidate
  readonly collisions: readonly Collision[]
  /** The forms that it changes. */
  readonly changed: readonly Form[]
  /** What it makes of each of them. */
  readonly outputs: readonly string[]
  /** The number of the state that it was tried on. */
  readonly state: number
}

/**
 * Runs a candidate on all forms that it may change, and looks at what falls together.
 *
 * @param before the trial of the same candidate on an earlier state: what it made of forms that are still there stays true
 */
export function tryCandidate(candidate: Candidate, state: SiteState, before: Trial | null = null): Trial {
  const changes = listChanges(candidate, state, before)
  const isNeeded = createNeedTest(candidate)
  const collisions: Collision[] = []
  for (const [becomes, forms] of groupByOutput(changes, state)) {
    const collision = judgeCollision(becomes, forms, state)
    if (collision !== null && isNeeded(forms)) collisions.push(collision)
  }
  return { candidate, collisions, ...changes, state: state.number }
}

/** Forms that are changed, and beside each what it becomes: less to hold, and to look through, than a map. */
type Changes = Pick<Trial, 'changed' | 'outputs'>

/** What falls together, with what was there before. */
function groupByOutput({ changed, outputs }: Changes, { byText, urlCount }: SiteState): [string, Form[]][] {
  const isChanged = new Uint8Array(urlCount)
  for (const form of changed) isChanged[readFirstUrl(form)] = 1
  const together: [string, Form[]][] = []
  for (const [becomes, group] of groupForms(changed, (_, index) => outputs[index] as string)) {
    const there = byText.get(becomes)
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

/** What the candidate made of a form; asked for in the order of `formsFor`, which is the same in all states. */
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
 * Whether all of a candidate was needed to make forms equal: otherwise an edit that is true would carry another along that
 * is not, or what makes forms of one host equal would move them to another host.
 */
function createNeedTest({ edits, ...candidate }: Candidate): (forms: readonly Form[]) => boolean {
  if (candidate.hosts.length > 1 && edits.length === 1)
    return (forms) => forms.some(({ host }) => host !== forms[0]?.host)
  if (edits.length === 1) return () => true
  const without = edits.map((edit) => createApply({ ...candidate, edits: edits.filter((other) => other !== edit) }))
  return ([first, ...others]) =>
    without.every((apply) => {
      const output = apply(first as Form)
      return others.some((form) => apply(form) !== output)
    })
}

function listForms({ hosts, edits }: Candidate, state: SiteState): readonly Form[] {
  const { name } = edits[0] ?? {}
  if (name !== undefined && hosts.length === 1 && edits.length === 1)
    return state.byName.get(hosts[0] ?? '')?.get(name) ?? []
  const [first = [], ...others] = hosts.map((host) => state.byHost.get(host) ?? [])
  return others.length === 0 ? first : first.concat(...others)
}

/** The share of pairs that agree; where k contents meet, that is k - 1 ways in which it could have gone wrong. */
function judgeCollision(becomes: string, forms: readonly Form[], { clusters }: SiteState): Collision | null {
  const [first, second, third] = forms
  if (third === undefined && first?.label === second?.label)
    return first === undefined || first.label === -1
      ? null
      : { becomes, forms, cluster: first.label, trials: 1, agreeing: 1 }
  const counts = new Map<number, number>()
  for (const { label } of forms) if (label !== -1) counts.set(label, (counts.get(label) ?? 0) + 1)
  let [cluster, least, known, pairs] = [-1, Infinity, 0, 0]
  for (const [label, count] of counts) {
    known += count
    pairs += count * (count - 1)
    // Not by the login page that many disagree with: each of them is a failure of its own.
    const size = clusters.get(label)?.length ?? 1
    if (size < least || (size === least && label > cluster)) [cluster, least] = [label, size]
  }
  if (known < 2) return null
  const trials = Math.max(1, counts.size - 1)
  return { becomes, forms, cluster, trials, agreeing: (trials * pairs) / (known * (known - 1)) }
}

export interface Count {
  readonly trials: number
  readonly agreeing: number
}

/**
 * Adds up collisions by content: a login page that ten thousand URLs show is one trial, not ten thousand. Of several
 * collisions that show the same content their average counts.
 */
export function countTrials(collisions: Iterable<Count & Pick<Collision, 'cluster'>>): Count {
  const byCluster = new Map<number, { trials: number; agreeing: number; most: number }>()
  for (const { cluster, trials, agreeing } of collisions) {
    const sum = byCluster.get(cluster)
    if (sum === undefined) byCluster.set(cluster, { trials, agreeing, most: trials })
    else {
      sum.trials += trials
      sum.agreeing += agreeing
      sum.most = Math.max(sum.most, trials)
    }
  }
  let [trials, agreeing] = [0, 0]
  for (const sum of byCluster.values()) {
    trials += sum.most
    agreeing += (sum.most * sum.agreeing) / sum.trials
  }
  return { trials, agreeing }
}

/** Adds up counts, or collisions as they are, however often they show the same content. */
export function sumCounts(counts: Iterable<Count>): Count {
  let [trials, agreeing] = [0, 0]
  for (const count of counts) {
    trials += count.trials
    agreeing += count.agreeing
  }
  return { trials, agreeing }
}
