import { createNormalizer, explain, type Change, type Policy, type Tier } from '@canonist/core'

/** A rule that treats the URLs of a group differently under the two policies. */
export interface Cause {
  readonly rule: string
  readonly tier: Tier
  /** Whether it acts under the new policy only, or under the old one only. */
  readonly acts: 'now' | 'no longer'
}

/** URLs of a sample that one of the two policies considers one page, and the other several. */
export interface UrlGroup {
  readonly change: 'merge' | 'split'
  /** The page that all members have in common: under the new policy for a merge, under the old one for a split. */
  readonly url: string
  readonly members: readonly string[]
  readonly causes: readonly Cause[]
  /** The tier of the riskiest cause. */
  readonly risk: Tier
}

export interface PolicyEffect {
  /** Groups of the new policy whose members were several pages before; those with most members first. */
  readonly merges: readonly UrlGroup[]
  /** Pages of the old policy whose members are several pages now. */
  readonly splits: readonly UrlGroup[]
  readonly pages: number
  readonly stay: number
  readonly invalid: number
  readonly urls: number
  readonly ms: number
}

/** The risk of a tier; the riskiest is the largest. */
export const RISKS: readonly Tier[] = ['safe', 'usually-safe', 'lossy']

/** What changes for a sample when one policy takes the place of another. */
export function comparePolicies(
  urls: readonly string[],
  from: Policy,
  to: Policy,
  now = performance.now.bind(performance),
): PolicyEffect {
  const start = now()
  const [before, after] = [groupUrls(urls, from), groupUrls(urls, to)]
  const describe = (change: UrlGroup['change'], { url, members, apart }: JoinedUrls): UrlGroup => {
    const causes = findCauses(apart, from, to, change === 'merge' ? 'now' : 'no longer')
    const risk = RISKS.findLast((tier) => causes.some((cause) => cause.tier === tier)) ?? 'safe'
    return { change, url, members, causes, risk }
  }
  const merges = findJoined(after.groups, before.keys).map((joined) => describe('merge', joined))
  const splits = findJoined(before.groups, after.keys).map((joined) => describe('split', joined))
  const changed = new Set([...merges, ...splits].flatMap(({ members }) => members))
  return {
    merges,
    splits,
    pages: after.groups.size,
    stay: [...after.groups.values()].filter((members) => !members.some((url) => changed.has(url))).length,
    invalid: after.invalid,
    urls: urls.length,
    ms: now() - start,
  }
}

interface Grouped {
  readonly groups: ReadonlyMap<string, readonly string[]>
  readonly keys: ReadonlyMap<string, string>
  readonly invalid: number
}

function groupUrls(urls: readonly string[], policy: Policy): Grouped {
  const normalize = createNormalizer(policy)
  const [groups, keys] = [new Map<string, string[]>(), new Map<string, string>()]
  let invalid = 0
  for (const raw of new Set(urls)) {
    const url = normalize(raw)
    if (url === null) {
      invalid += 1
      continue
    }
    keys.set(raw, url)
    const members = groups.get(url)
    if (members === undefined) groups.set(url, [raw])
    else members.push(raw)
  }
  return { groups, keys, invalid }
}

interface JoinedUrls {
  readonly url: string
  readonly members: readonly string[]
  /** One member for each page of the other policy. */
  readonly apart: readonly string[]
}

/** Groups whose members the other policy tells apart; those with most members first. */
function findJoined(groups: Grouped['groups'], others: Grouped['keys']): JoinedUrls[] {
  const joined: JoinedUrls[] = []
  for (const [url, members] of groups) {
    if (members.length === 1) continue
    const apart = new Map(members.map((member) => [others.get(member), member]))
    if (apart.size > 1) joined.push({ url, members, apart: [...apart.values()] })
  }
  return joined.toSorted((a, b) => b.members.length - a.members.length)
}

/** A group of a thousand URLs has the causes of its first few: to explain all of them would take longer than people wait. */
const MAX_EXPLAINED = 8

/**
 * The rules that treat the members differently under the two policies. A merge is the work of rules that act now, a split that of rules
 * that no longer act; the others are named only where there are none of these.
 */
function findCauses(members: readonly string[], from: Policy, to: Policy, wanted: Cause['acts']): Cause[] {
  const causes = new Map<string, Cause>()
  const add = (changes: readonly Change[], others: readonly Change[], acts: Cause['acts']): void => {
    const known = new Set(others.map(identify))
    for (const change of changes)
      if (!known.has(identify(change)))
        causes.set(`${acts} ${change.rule}`, { rule: change.rule, tier: change.tier, acts })
  }
  for (const member of members.slice(0, MAX_EXPLAINED)) {
    const [before, after] = [listChanges(member, from), listChanges(member, to)]
    add(after, before, 'now')
    add(before, after, 'no longer')
  }
  const all = [...causes.values()]
  const mine = all.filter(({ acts }) => acts === wanted)
  return mine.length > 0 ? mine : all
}

/** The same rule with another detail did something else: it removed another parameter. */
const identify = ({ rule, detail }: Change): string => `${rule} ${detail ?? ''}`

function listChanges(url: string, policy: Policy): readonly Change[] {
  const explanation = explain(url, policy)
  return explanation.ok ? explanation.changes : []
}
