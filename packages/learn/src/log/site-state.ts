import { isSessionName } from '@canonist/core/internal/policy/known-names'
import type { Form, ParsedUrl } from './form.ts'
import type { UrlSpellings } from './url-spellings.ts'
import { THRESHOLDS } from './thresholds.ts'

const { MIN_IN_SCOPE, MIN_SHARE_IN_SCOPE } = THRESHOLDS.siteState

/** The URLs of a site under the current rules. */
export interface SiteState {
  /** States of a site are numbered from 0. */
  readonly number: number
  /** The number of URLs of the site. */
  readonly urlCount: number
  readonly forms: readonly Form[]
  /** The form with this spelling, if there is one. */
  readonly findForm: (text: string) => Form | undefined
  /** The same by the number of the spelling. */
  readonly getForm: (spelling: number) => Form | undefined
  readonly byHost: ReadonlyMap<string, readonly Form[]>
  /** Forms by host and parameter. */
  readonly byName: ReadonlyMap<string, ReadonlyMap<string, readonly Form[]>>
  /** Parameters with the name of a session, in the first state. */
  readonly sessionNames: readonly string[]
  /** The forms of each content that several forms show. */
  readonly clusters: ReadonlyMap<number, readonly Form[]>
}

export interface SiteUrls {
  readonly site: string
  /** Sorted, each once. */
  readonly urls: readonly string[]
  /** The content that each URL showed most often. */
  readonly clusters: Int32Array
  /** How many URLs show each content. */
  readonly clusterSizes: ReadonlyMap<number, number>
}

/** @param before its unchanged forms are reused, so that results about them stay valid */
export function createState(site: SiteUrls, spellings: UrlSpellings, before: SiteState | null = null): SiteState {
  const number = before === null ? 0 : before.number + 1
  const { groups, places } = groupUrls(site, spellings)
  const findScope = createScopeFinder(groups)
  const forms = groups.map(({ parsed, urls }): Form => {
    const known = before?.getForm(parsed.number)
    const label = findLabel(urls, site)
    const scope = findScope(parsed)
    const isSame = known?.label === label && known.scope === scope && areEqual(known.urls, urls)
    return isSame ? known : createForm(parsed, scope, label, urls, number)
  })
  const getForm = (spelling: number): Form | undefined => forms[(places[spelling] ?? 0) - 1]
  const byName = indexNames(forms)
  return {
    number,
    urlCount: site.urls.length,
    forms,
    // Spellings are looked up where they are parsed: a map of its own for every state would hold each of them again.
    findForm: (text) => getForm(spellings.findNumber(text)),
    getForm,
    byHost: groupBy(forms, ({ host }) => host),
    byName,
    sessionNames: before?.sessionNames ?? listSessionNames(byName),
    clusters: groupSharedForms(forms),
  }
}

interface Spelled {
  readonly parsed: ParsedUrl
  readonly urls: number[]
}

interface Grouped {
  readonly groups: readonly Spelled[]
  /** The index of each spelling's group, from 1; 0 without one. */
  readonly places: Int32Array
}

/** Groups URLs by their current spelling, in the order of the first URL of each group. */
function groupUrls(site: SiteUrls, spellings: UrlSpellings): Grouped {
  const groups: Spelled[] = []
  // An array, because a map would be slow for every URL in every round.
  const places = new Int32Array(spellings.count)
  for (let url = 0; url < site.urls.length; url++) {
    const parsed = spellings.get(url)
    const group = groups[(places[parsed.number] as number) - 1]
    if (group === undefined) places[parsed.number] = groups.push({ parsed, urls: [url] })
    else group.urls.push(url)
  }
  return { groups, places }
}

/** Field by field: thousands are made for every state, and a spread would make each of them larger and slower to read. */
const createForm = (parsed: ParsedUrl, scope: string, label: number, urls: readonly number[], since: number): Form => ({
  number: parsed.number,
  text: parsed.text,
  scheme: parsed.scheme,
  host: parsed.host,
  path: parsed.path,
  query: parsed.query,
  fragment: parsed.fragment,
  resource: parsed.resource,
  pairs: parsed.pairs,
  prefixes: parsed.prefixes,
  scope,
  label,
  urls,
  since,
})

const areEqual = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])

/** The content of most URLs. In a draw, the one that more URLs of the site show: noise is seen once. */
function findLabel(urls: readonly number[], { clusters, clusterSizes }: SiteUrls): number {
  if (urls.length === 1) return clusters[urls[0] as number] as number
  const counts = new Map<number, number>()
  for (const url of urls) {
    const cluster = clusters[url] as number
    if (cluster !== -1) counts.set(cluster, (counts.get(cluster) ?? 0) + 1)
  }
  let [best, most] = [-1, 0]
  for (const [cluster, count] of counts) {
    const size = clusterSizes.get(cluster) ?? 0
    if (count > most || (count === most && size > (clusterSizes.get(best) ?? 0))) [best, most] = [cluster, count]
  }
  return best
}

export function groupBy<Item, Key>(items: Iterable<Item>, readKey: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = readKey(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** Like `groupBy`, but a group of one form is that form, without a list: most groups are. */
export function groupForms<Key>(
  forms: readonly Form[],
  readKey: (form: Form, index: number) => Key,
): Map<Key, Form | Form[]> {
  const groups = new Map<Key, Form | Form[]>()
  for (let index = 0; index < forms.length; index++) {
    const form = forms[index] as Form
    const key = readKey(form, index)
    const group = groups.get(key)
    if (Array.isArray(group)) group.push(form)
    else groups.set(key, group === undefined ? form : [group, form])
  }
  return groups
}

function indexNames(forms: readonly Form[]): Map<string, Map<string, Form[]>> {
  const index = new Map<string, Map<string, Form[]>>()
  for (const form of forms) {
    const names = getOrAdd(index, form.host, () => new Map<string, Form[]>())
    for (const { name } of form.pairs) {
      const list = getOrAdd(names, name, () => [])
      if (list.at(-1) !== form) list.push(form)
    }
  }
  return index
}

export function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = create()
  map.set(key, made)
  return made
}

function listSessionNames(byName: SiteState['byName']): string[] {
  const found = new Set<string>()
  for (const names of byName.values()) for (const name of names.keys()) if (isSessionName(name)) found.add(name)
  return [...found].toSorted()
}

function groupSharedForms(forms: readonly Form[]): Map<number, Form[]> {
  const clusters = new Map<number, Form[]>()
  for (const [label, members] of groupForms(forms, ({ label }) => label))
    if (label !== -1 && Array.isArray(members)) clusters.set(label, members)
  return clusters
}

type IsScope = (prefix: string) => boolean

/** Finds the scope of a URL: the longest prefix of its path that enough forms of the host have. */
function createScopeFinder(groups: readonly Spelled[]): (url: ParsedUrl) => string {
  const isScopeOn = new Map<string, IsScope>()
  for (const [host, own] of groupBy(groups, ({ parsed }) => parsed.host)) isScopeOn.set(host, createScopeTest(own))
  return ({ host, prefixes }) => prefixes.find(isScopeOn.get(host) as IsScope) ?? ''
}

function createScopeTest(groups: readonly Spelled[]): IsScope {
  const counts = new Map<string, number>()
  for (const { parsed } of groups)
    for (const prefix of parsed.prefixes) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  const least = Math.max(MIN_IN_SCOPE, groups.length * MIN_SHARE_IN_SCOPE)
  return (prefix) => (counts.get(prefix) ?? 0) >= least
}
