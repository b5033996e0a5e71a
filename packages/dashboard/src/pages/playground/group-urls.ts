import { createNormalizer, type Policy } from '@canonist/core'

/** URLs of a sample that a policy considers one page. */
export interface UrlGroup {
  readonly url: string
  readonly members: readonly string[]
}

export interface PolicyEffect {
  /** Groups of the new policy whose members were several pages before; those with most members first. */
  readonly merges: readonly UrlGroup[]
  /** Pages of the old policy whose members are several pages now. */
  readonly splits: readonly UrlGroup[]
  readonly pages: number
  readonly stay: number
  readonly invalid: number
  readonly ms: number
}

/** What changes for a sample when one policy takes the place of another. */
export function comparePolicies(
  urls: readonly string[],
  from: Policy,
  to: Policy,
  now = performance.now.bind(performance),
): PolicyEffect {
  const start = now()
  const [before, after] = [groupUrls(urls, from), groupUrls(urls, to)]
  const merges = findJoined(after.groups, before.keys)
  const splits = findJoined(before.groups, after.keys)
  const changed = new Set([...merges, ...splits].flatMap(({ members }) => members))
  return {
    merges,
    splits,
    pages: after.groups.size,
    stay: [...after.groups.values()].filter((members) => !members.some((url) => changed.has(url))).length,
    invalid: after.invalid,
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

/** Groups whose members the other policy tells apart. */
function findJoined(groups: Grouped['groups'], others: Grouped['keys']): UrlGroup[] {
  return [...groups]
    .filter(([, members]) => new Set(members.map((url) => others.get(url))).size > 1)
    .map(([url, members]) => ({ url, members }))
    .toSorted((a, b) => b.members.length - a.members.length)
}
