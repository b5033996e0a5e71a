import { findSettings, type Policy } from '@canonist/core'
import type { Admission } from '@canonist/web/internal/admit/admission'
import type { AdmissionFlag } from '@canonist/web/internal/admit/words'
import type { Finding, Place } from '../../report/finding.ts'
import type { PageVerdict } from '../../health/sql/verdicts.sql.ts'
import { createFirstPlace, type LinkFile, type Topic } from '../link-file.ts'
import { findDoubt, findLinkVerdict } from '../link-health.ts'
import type { LinkContext } from '../validate.ts'
import { GAPS, type Citation, type Cited, type CitedLink, type Gap, type GapCode } from './citation.ts'
import { splitIntoChunks } from '@canonist/core/internal/text/chunks'
import { findRegistrableDomain } from '@canonist/web/internal/net/gate/registrable-domain'

/** The dependencies of citing. */
export interface CiteContext extends Pick<LinkContext, 'admit' | 'findVerdict'> {
  readonly policy: Policy
  /** Whether a reviewer allows citing a home page or section page, by its canonical URL; null if undecided. */
  mayBeCited(url: string): Promise<boolean | null>
}

/** Topics judged at the same time. The fetcher limits the requests. */
const AT_ONCE = 500

/** Decides what may be cited for every topic of the files, in order. */
export async function* citeTopics(files: readonly LinkFile[], context: CiteContext): AsyncGenerator<Citation> {
  const all = files.flatMap(listTopics)
  for (const some of splitIntoChunks(all, AT_ONCE))
    yield* await Promise.all(some.map((topic) => citeTopic(topic, context)))
}

/**
 * Decides which of these URLs may be cited.
 *
 * @param name of the topic, as people know it
 */
export function citeUrls(urls: readonly string[], name: string, context: CiteContext): Promise<Citation> {
  const place = createFirstPlace('')
  const links = urls.map((text) => ({ text, place }))
  return citeTopic({ topic: { file: '', entry: name, place }, links }, context)
}

/** A value that should be a link; its text is null if it is not text. */
interface GivenLink {
  readonly text: string | null
  readonly place: Place
}

interface TopicLinks {
  readonly topic: Topic
  readonly links: readonly GivenLink[]
}

function listTopics(file: LinkFile): TopicLinks[] {
  const ofTopics = file.topics.map((): GivenLink[] => [])
  for (const { text, kind, path, start, end } of file.values) {
    if (kind !== 'null') ofTopics[file.findTopic(path)]?.push({ text, place: file.locate(start, end) })
  }
  return file.topics.map((topic, index) => ({ topic, links: ofTopics[index] ?? [] }))
}

/** Nothing can be cited from a file that cannot be read. */
export function createUnreadableTopic({ place, message }: Finding): Citation {
  const where = place ?? createFirstPlace('')
  const topic = { file: where.file, entry: '', place: where }
  return {
    topic,
    cite: null,
    links: [],
    gap: { code: 'unreadable-file', message: `${GAPS['unreadable-file'].says} ${message}` },
  }
}

async function citeTopic({ topic, links: all }: TopicLinks, context: CiteContext): Promise<Citation> {
  const given = all.filter(({ text }) => text?.trim() !== '')
  const judged = await Promise.all(given.map((link) => judgeGivenLink(link, context)))
  const best = judged.filter(({ link }) => link.verdict !== 'refused').toSorted((a, b) => a.rank - b.rank)[0]
  const links = judged.map(({ link }) => markUnneeded(link, best?.link))
  const cite = best === undefined || best.link.verdict === 'undecided' ? null : toCited(best, context)
  // Without the sentence it may not be cited.
  if (cite?.qualifier === '') return { topic, cite: null, links, gap: createGap('no-qualifier') }
  return { topic, cite, links, gap: createGap(findGapCode(best?.link, links)) }
}

interface Judged {
  readonly link: CitedLink
  readonly admission: Admission | null
  /** Lower is better: by the kind of page, then by whether a person must look at it. */
  readonly rank: number
}

async function judgeGivenLink({ text, place }: GivenLink, context: CiteContext): Promise<Judged> {
  const none = { url: text ?? '', canonical: null, linkType: null, verdict: 'refused', flags: [], place } as const
  if (text === null) return { link: { ...none, reason: 'not_a_link' }, admission: null, rank: 0 }
  const { admission, health } = await findPage(text, context)
  const { linkType, flags } = admission
  const canonical = chooseSeenUrl(admission.canonical, health)
  const doubt = admission.reason ?? flags.find(isDoubtful) ?? findDoubt(health) ?? findForbidden(admission, context)
  const verdict = doubt === null ? await decideVerdict(admission, context) : 'refused'
  const reason = doubt ?? (verdict === 'refused' ? 'reviewer' : null)
  return {
    link: { url: text, canonical, linkType, verdict, reason, flags, place },
    admission,
    rank: computeRank(admission),
  }
}

/** A page that was only checked over http is not cited over https, which may not work. */
function chooseSeenUrl(canonical: string | null, health: PageVerdict | null): string | null {
  const isSeenOverHttp = health !== null && health.fetchUrl.startsWith('http:')
  return isSeenOverHttp ? (canonical?.replace(/^https:/, 'http:') ?? null) : canonical
}

/** A page may have moved several times between two checks. */
const MAX_MOVES = 5

interface FoundPage {
  readonly admission: Admission
  readonly health: PageVerdict | null
}

/** Finds the page of a link: if it has moved permanently, the new one. */
async function findPage(url: string, context: CiteContext, moves = MAX_MOVES): Promise<FoundPage> {
  const admission = await context.admit(url)
  const health = await findLinkVerdict(url, admission, context)
  const target = health?.verdict === 'moved' ? health.movedTo : null
  return target === null || moves === 0 ? { admission, health } : findPage(target, context, moves - 1)
}

/** Flags of a problem with the page itself, not only of missing information. */
const DOUBTFUL: readonly AdmissionFlag[] = [
  'resolution_failed',
  'redirect_limit',
  'redirect_loop',
  'access_restricted',
  'tls_invalid',
]
const isDoubtful = (flag: AdmissionFlag): boolean => DOUBTFUL.includes(flag)

/** The reason where the policy forbids citing home pages. */
const FORBIDDEN = 'homepage_link'

function findForbidden(admission: Admission, { policy }: CiteContext): typeof FORBIDDEN | null {
  return admission.linkType === 'homepage' && readHomePages(admission, policy) === 'never' ? FORBIDDEN : null
}

const readHomePages = ({ canonical }: Admission, policy: Policy) =>
  findSettings(policy, canonical ?? '').citation.homePages

async function decideVerdict(admission: Admission, context: CiteContext): Promise<CitedLink['verdict']> {
  const { linkType, canonical } = admission
  if (linkType === 'informative') return 'citable'
  const decision = await context.mayBeCited(canonical ?? '')
  if (decision === false) return 'refused'
  const needsReview = linkType === 'homepage' && readHomePages(admission, context.policy) === 'reviewed'
  return needsReview && decision === null ? 'undecided' : 'qualified'
}

const TYPES = ['informative', 'section', 'homepage']
const TYPE_FLAGS: readonly AdmissionFlag[] = ['homepage_link', 'section_link']

function computeRank({ linkType, flags }: Admission): number {
  const isFlagged = flags.some((flag) => !TYPE_FLAGS.includes(flag))
  return TYPES.indexOf(linkType ?? '') * 2 + (isFlagged ? 1 : 0)
}

/** A home page or section page is cited only if there is nothing better. */
function markUnneeded(link: CitedLink, best: CitedLink | undefined): CitedLink {
  if (best === undefined || link.verdict === 'refused' || link.linkType === best.linkType) return link
  return { ...link, verdict: 'unneeded' }
}

function toCited({ link, admission }: Judged, { policy }: CiteContext): Cited {
  const url = link.canonical ?? link.url
  const linkType = link.linkType ?? 'informative'
  const qualifier = linkType === 'informative' ? null : writeQualifier(policy, url)
  return { url, linkType, qualifier, alternates: admission?.alternates ?? {} }
}

function createGap(code: GapCode | null): Gap | null {
  return code === null ? null : { code, message: `${GAPS[code].says} ${GAPS[code].fix}` }
}

function findGapCode(best: CitedLink | undefined, links: readonly CitedLink[]): GapCode | null {
  if (links.length === 0) return 'no-link'
  if (best === undefined)
    return links.some(({ reason }) => reason === FORBIDDEN) ? 'home-page-forbidden' : 'no-usable-link'
  if (best.linkType === 'informative') return null
  if (best.linkType === 'section') return 'only-section-page'
  return best.verdict === 'undecided' ? 'home-page-undecided' : 'only-home-page'
}

/** Writes the sentence that must accompany a home page or section page: that of the site in the policy, else that of all. */
export function writeQualifier(policy: Policy, url: string): string {
  const host = (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')
  const words: Readonly<Record<string, string>> = { '{host}': host, '{name}': guessSiteName(host) }
  return findSettings(policy, url).citation.qualifier.replace(/\{host\}|\{name\}/g, (word) => words[word] ?? word)
}

/** `SEPE` for sepe.es, `Imserso` for imserso.gob.es: short names are abbreviations as a rule; a policy knows better. */
function guessSiteName(host: string): string {
  const label = (findRegistrableDomain(host) ?? host).split('.', 1)[0] ?? host
  return label.length <= 4 ? label.toUpperCase() : label.charAt(0).toUpperCase() + label.slice(1)
}
