import { createForm, type Form } from './form.ts'

/** The URLs of a site under the rules found so far. */
export interface SiteState {
  readonly forms: readonly Form[]
  readonly byText: ReadonlyMap<string, Form>
  readonly byHost: ReadonlyMap<string, readonly Form[]>
  /** Forms by host and parameter: `host name`. */
  readonly byName: ReadonlyMap<string, readonly Form[]>
  /** Forms of each content that more than one form shows. */
  readonly clusters: ReadonlyMap<number, readonly Form[]>
}

export interface SiteUrls {
  readonly site: string
  /** Sorted, each once. */
  readonly urls: readonly string[]
  /** The content that each URL showed most often. */
  readonly clusters: Int32Array
  /** How many URLs show a content. */
  readonly clusterSizes: ReadonlyMap<number, number>
}

/**
 * From the URLs themselves, not from their last forms: only so does the next round see what the policy leaves.
 *
 * @param before whose forms need not be taken apart again
 */
export function createState(site: SiteUrls, normalize: (url: string) => string, before?: SiteState): SiteState {
  const byText = new Map<string, Form>()
  for (const [index, url] of site.urls.entries()) {
    const text = normalize(url)
    let form = byText.get(text)
    if (form === undefined) {
      const known = before?.byText.get(text)
      byText.set(text, (form = known === undefined ? createForm(text) : { ...known, urls: [] }))
    }
    form.urls.push(index)
  }
  const forms = [...byText.values()]
  for (const form of forms) form.label = labelOf(form, site)
  const byHost = groupBy(forms, ({ host }) => host)
  for (const own of byHost.values()) setScopes(own)
  return { forms, byText, byHost, byName: indexNames(forms), clusters: shared(forms) }
}

/** A content that the whole site knows wins a draw: noise is seen once. */
function labelOf({ urls }: Form, { clusters, clusterSizes }: SiteUrls): number {
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

export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

function indexNames(forms: readonly Form[]): Map<string, Form[]> {
  const index = new Map<string, Form[]>()
  for (const form of forms) {
    for (const { name } of form.pairs) {
      const key = `${form.host} ${name}`
      const list = index.get(key)
      if (list === undefined) index.set(key, [form])
      else if (list.at(-1) !== form) list.push(form)
    }
  }
  return index
}

function shared(forms: readonly Form[]): Map<number, Form[]> {
  const clusters = groupBy(
    forms.filter(({ label }) => label !== -1),
    ({ label }) => label,
  )
  for (const [cluster, members] of clusters) if (members.length < 2) clusters.delete(cluster)
  return clusters
}

const LEAST_IN_SCOPE = 20
const LEAST_SHARE_IN_SCOPE = 0.02

/** The longest prefix of up to two segments under which a good part of the host lies. */
function setScopes(forms: readonly Form[]): void {
  const counts = new Map<string, number>()
  const prefixes = forms.map(({ path }) => prefixesOf(path))
  for (const list of prefixes) for (const prefix of list) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  const least = Math.max(LEAST_IN_SCOPE, forms.length * LEAST_SHARE_IN_SCOPE)
  for (const [index, form] of forms.entries()) {
    form.scope = prefixes[index]?.find((prefix) => (counts.get(prefix) ?? 0) >= least) ?? ''
  }
}

/** The longest first. */
function prefixesOf(path: string): string[] {
  if (path.includes('//')) return []
  const second = path.indexOf('/', 1)
  if (second === -1) return path === '/' || path === '' ? [] : [path]
  const third = path.indexOf('/', second + 1)
  const first = path.slice(0, second)
  if (second === path.length - 1) return [first]
  return [third === -1 ? path : path.slice(0, third), first]
}
