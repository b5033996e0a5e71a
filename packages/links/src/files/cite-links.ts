import { LINK_VERDICTS, type Citation, type CitedLink, type Gap } from './cite/citation.ts'
import { citeTopics, citeUrls as citeOneTopic, createUnreadableTopic, type CiteContext } from './cite/cite-topics.ts'
import { askAboutHomePages, isLastResort } from './ask-about-home-pages.ts'
import { openLinks, type LinksOptions, type OpenLinks } from './open-links.ts'
import type { LinkFiles } from './read-link-files.ts'

export type { Citation, Gap } from './cite/citation.ts'

export interface CiteLinksOptions extends LinksOptions {
  /** Whether home pages that no reviewer has decided on are put into the review queue of the database. */
  readonly asks?: boolean | undefined
}

export interface AskedCitation extends Citation {
  /** The open review about its home page, if reviewers were asked. */
  readonly review?: number | undefined
}

/** Which link of each topic of the files may be cited and how, in the order of the files. */
export async function citeLinks(files: LinkFiles, options: CiteLinksOptions): Promise<AskedCitation[]> {
  const links = await openLinks(options)
  const citations: Citation[] = files.findings.map(createUnreadableTopic)
  for await (const citation of citeTopics(files.files, createContext(links))) citations.push(citation)
  citations.sort((a, b) => files.getRank(a.topic.file) - files.getRank(b.topic.file))
  const asks = options.asks === true && links.registry !== null
  const reviews = asks ? await askAboutHomePages(links.registry, citations) : null
  links.throwIfSilent()
  return reviews === null ? citations : citations.map((citation) => nameReview(citation, reviews))
}

function nameReview(citation: Citation, reviews: ReadonlyMap<string, number>): AskedCitation {
  const asked = citation.links.find(isLastResort)
  return { ...citation, review: reviews.get(asked?.canonical ?? '') }
}

/** Which of some URLs may be cited. */
export interface UrlCitation {
  /** Canonical; null where none may be cited. */
  readonly url: string | null
  /** The sentence to cite with it; null if the page needs none. */
  readonly sentence: string | null
  /** Why this URL, or why none. */
  readonly reason: string
  /** What is missing; null where there is a page on the topic itself. */
  readonly gap: Gap | null
  /** What was decided about each URL. */
  readonly links: readonly Omit<CitedLink, 'place'>[]
}

/**
 * Which of these URLs may be cited for a topic, and how.
 *
 * @example await citeUrls(['https://www.boe.es/', 'https://www.boe.es/buscar/act.php?id=1'], { policy, topic: 'Actas' })
 */
export async function citeUrls(
  urls: readonly string[],
  { topic = '', ...options }: CiteLinksOptions & { readonly topic?: string | undefined },
): Promise<UrlCitation> {
  const links = await openLinks(options)
  const citation = await citeOneTopic(urls, topic, createContext(links))
  if (options.asks === true && links.registry !== null) await askAboutHomePages(links.registry, [citation])
  links.throwIfSilent()
  const { cite, gap } = citation
  return {
    url: cite?.url ?? null,
    sentence: cite?.qualifier ?? null,
    reason: describeChoice(citation),
    gap,
    links: citation.links.map(({ place, ...link }) => link),
  }
}

function describeChoice({ cite, gap }: Citation): string {
  if (cite === null) return gap?.message ?? ''
  return LINK_VERDICTS[cite.qualifier === null ? 'citable' : 'qualified']
}

function createContext({ admit, findVerdict, policy, registry }: OpenLinks): CiteContext {
  const mayBeCited = async (url: string): Promise<boolean | null> =>
    (await registry?.findHomePageDecision(url))?.mayBeCited ?? null
  return { admit, policy, mayBeCited, findVerdict }
}
