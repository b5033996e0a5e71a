import { decodeText, readFoldedName, splitPairs, readValue } from '@canonist/web/internal/admit/pairs'
import { findRegistrableDomain } from '@canonist/web/internal/net/gate/registrable-domain'

/** Decides whether the tracking parameters of a link are a tag that the maintainers of the files set themselves. */
export interface CampaignTags {
  /** @param removed the names of all tracking parameters of the link */
  isOwnTag(url: string, removed: readonly string[]): boolean
}

/** Treats every tracking parameter as tracking. */
export const NO_CAMPAIGN_TAGS: CampaignTags = { isOwnTag: () => false }

/** The names of a link's campaign tag if the maintainers of the files set it; else none. */
export function listOwnTag(url: string, removed: readonly string[], campaignTags: CampaignTags): readonly string[] {
  const own = new Set(splitPairs(url).map(readFoldedName))
  // What a server hung on the URL of a redirect is not of the link.
  const names = removed.filter((name) => own.has(readFoldedName(name)))
  return names.length > 0 && campaignTags.isOwnTag(url, names) ? names : []
}

/** A tag on this many links was set on purpose; people who paste links from elsewhere do not hit on the same one so often. */
const MIN_LINKS = 5

/** Sites tag outgoing links with their own host name or the place where they are, partners and documentation with what they are: fewer links show the purpose. */
const MIN_NAMED_LINKS = 3
const PLACE_NAME = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$|^(?:github|gitlab|readme|repo|repository)$/
const PARTNER = /partner|affiliate|sponsor|(?:^|[^a-z])ads?(?:[^a-z]|$)/
const DOCUMENTS = /^(?:docs?|documentation|readme)$/

/** The files belong to a site if at least this share of their links, and this many, lead to it. */
const MIN_HOME_SHARE = 0.05
const MIN_HOME_LINKS = 20

/** Shorter names would be found in many a word. */
const MIN_NAME_LENGTH = 3

/** An owner or a repository to which fewer links lead is linked by chance. */
const MIN_CODE_LINKS = 2

/** Shorter names of repositories are words: docs, blog, website. */
const MIN_REPOSITORY_LENGTH = 8

/**
 * Sources that other programs write into links when people copy them, so that they repeat without a purpose: share buttons and
 * social networks, assistants, mails and ads.
 */
const PLATFORMS: ReadonlySet<string> = new Set(
  [
    'share copy clipboard twitter twitter.com x x.com t.co facebook facebook.com fb instagram linkedin linkedin.com',
    'reddit reddit.com whatsapp telegram pinterest youtube tiktok socialmedia social',
    'chatgpt chatgpt.com openai perplexity perplexity.ai copilot.com',
    'email mail substack mailchimp rss feedburner google google.com adwords bing inproduct',
  ].flatMap((names) => names.split(' ')),
)

const isPlatform = (source: string): boolean => PLATFORMS.has(source) || source.includes('newsletter')

/** Many files link to these most, whatever site they belong to. */
const LINKED_BY_ALL: ReadonlySet<string> = new Set(['github', 'gitlab', 'youtube', 'wikipedia', 'medium', 'google'])

/** On these hosts, the first segment of a path names the owner. */
const CODE_HOSTS = /^(?:github\.com|gitlab\.com|codeberg\.org)$/

/** Counts the tags of all links before any is judged, so that the order of the links does not matter. */
export function countCampaignTags(urls: Iterable<string | null>): CampaignTags {
  const counts = new Map<string, number>()
  const homes = new HomeCounter()
  for (const url of urls) {
    if (url === null) continue
    homes.add(url)
    for (const { key } of listCounters(readTag(url))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const names = new Set(homes.names())
  const code = homes.codeNames()
  return {
    isOwnTag(url, removed) {
      const tag = removed.every((name) => isTagName(readFoldedName(name))) ? readTag(url) : NO_TAG
      const leadsHome = tag.values.length > 0 && names.has(nameSite(readPlace(url)))
      // Only its maintainers send the visitors of a platform to the site with a campaign or a medium.
      if (isPlatform(tag.source)) return leadsHome && tag.campaign + tag.medium !== ''
      return (
        leadsHome ||
        listCounters(tag).some(({ key, least }) => (counts.get(key) ?? 0) >= least) ||
        [foldName(tag.source), nameSite(tag.source), foldName(tag.medium)].some((name) => code.has(name)) ||
        [...names].some((name) => tag.values.some((value) => value.includes(name)))
      )
    },
  }
}

/** `awesome-vue` and `AwesomeVue` are one name. */
const foldName = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '')

const isTagName = (name: string): boolean => name.startsWith('utm_')

interface Tag {
  /** The source of the visitor; empty if the tag has none. */
  readonly source: string
  /** Empty where the tag has none. */
  readonly campaign: string
  /** Empty where the tag has none. */
  readonly medium: string
  readonly values: readonly string[]
}

const NO_TAG: Tag = { source: '', campaign: '', medium: '', values: [] }

/** Programs for affiliates call the source utm_ref or utm_ref_id. */
const SOURCE_NAMES = ['utm_source', 'utm_ref', 'utm_ref_id']

function readTag(url: string): Tag {
  if (!/utm/i.test(url)) return NO_TAG
  const pairs = splitPairs(url).filter((pair) => isTagName(readFoldedName(pair)))
  const values = new Map(pairs.map((pair) => [readFoldedName(pair), decodeText(readValue(pair)).trim().toLowerCase()]))
  const named = SOURCE_NAMES.map((name) => values.get(name) ?? '').find((value) => value !== '') ?? ''
  const source = CODE_HOSTS.test(named) ? nameSite(named) : named
  const [campaign = '', medium = ''] = [values.get('utm_campaign'), values.get('utm_medium')]
  return { source, campaign, medium, values: [...values.values()] }
}

/**
 * What a tag is counted by, each with what it takes to be considered set on purpose. Tags that name a partnership or an ad count as one,
 * since each partner gets its own; so do the links of documentation, since each page may have its own source.
 */
function listCounters({ source, campaign, medium }: Tag): Counter[] {
  if (isPlatform(source)) return []
  const ofSource = { key: `source ${source}`, least: PLACE_NAME.test(source) ? MIN_NAMED_LINKS : MIN_LINKS }
  return [
    ...(source === '' ? [] : [ofSource]),
    ...(campaign === '' ? [] : [{ key: `campaign ${campaign}`, least: MIN_LINKS }]),
    ...([source, medium, campaign].some((value) => PARTNER.test(value))
      ? [{ key: 'partners', least: MIN_NAMED_LINKS }]
      : []),
    ...Array.from(listNamedLists([source, medium]), (name) => ({ key: `list ${name}`, least: MIN_NAMED_LINKS })),
    ...(DOCUMENTS.test(medium) ? [{ key: 'documents', least: MIN_NAMED_LINKS }] : []),
  ]
}

/** `awesomevue` for AwesomeVue and awesome-vue: people who add a link to such a list name it in the source or in the medium. */
const listNamedLists = (values: readonly string[]): ReadonlySet<string> =>
  new Set(values.map(foldName).filter((name) => /^awesome./.test(name)))

interface Counter {
  readonly key: string
  readonly least: number
}

/** Finds the sites that the files belong to, by where their links lead. */
class HomeCounter {
  /** By host, and by host and owner on hosts of code. */
  readonly #places = new Map<string, number>()
  readonly #code = new Map<string, number>()
  #links = 0

  add(url: string): void {
    const place = readPlace(url)
    if (place === '') return
    this.#links += 1
    this.#places.set(place, (this.#places.get(place) ?? 0) + 1)
    for (const name of listCodeNames(url)) this.#code.set(name, (this.#code.get(name) ?? 0) + 1)
  }

  /** Owners and repositories on hosts of code to which several links lead: a tag with such a name was made for the links of that repository. */
  codeNames(): ReadonlySet<string> {
    const names = [...this.#code].filter(([name, links]) => links >= MIN_CODE_LINKS && !LINKED_BY_ALL.has(name))
    return new Set(names.map(([name]) => name))
  }

  /** `kubernetes` for kubernetes.io, docs.kubernetes.io and github.com/kubernetes. */
  names(): string[] {
    const counts = new Map<string, number>()
    for (const [place, links] of this.#places) {
      const name = nameSite(place)
      counts.set(name, (counts.get(name) ?? 0) + links)
    }
    const least = Math.max(MIN_HOME_LINKS, this.#links * MIN_HOME_SHARE)
    return [...counts]
      .filter(([name, links]) => links >= least && name.length >= MIN_NAME_LENGTH && !LINKED_BY_ALL.has(name))
      .map(([name]) => name)
  }
}

/** The host of a URL, on hosts of code with the owner; empty where it has none. */
function readPlace(url: string): string {
  const [, host = '', owner = ''] = /^\s*https?:\/\/([^/?#:@\\\s]+)(?:\/([^/?#]*))?/i.exec(url.toLowerCase()) ?? []
  return CODE_HOSTS.test(host) ? `${host}/${owner}` : host
}

const CODE = /^\s*https?:\/\/(?:github\.com|gitlab\.com|codeberg\.org)\/([^/?#]+)(?:\/([^/?#]+))?/i

/** The owner and the repository that a link to code names, but for names that may be words. */
function listCodeNames(url: string): Set<string> {
  const [, owner = '', repository = ''] = CODE.exec(url.toLowerCase()) ?? []
  const names = [foldName(owner), foldName(repository)]
  return new Set(names.filter(({ length }, at) => length >= (at === 0 ? MIN_NAME_LENGTH : MIN_REPOSITORY_LENGTH)))
}

function nameSite(place: string): string {
  const [host = '', owner] = place.split('/')
  return owner ?? findRegistrableDomain(host)?.split('.', 1)[0] ?? ''
}
