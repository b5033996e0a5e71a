import { readDocument, type Document, type PageDocument } from '@canonist/web/internal/extract/document'
import { MAX_ANCHORS } from '@canonist/web/internal/extract/page/page-claims'
import { listHeaderValues } from '@canonist/web/internal/net/transport/header-map'
import type { Followed } from '@canonist/web/internal/resolve/follow'
import { findWall } from '@canonist/web/internal/page-facts/bot-walls'
import { createFingerprint, type Fingerprint } from './fingerprint.ts'
import { findLostFragments, hashFragments } from './fragments.ts'
import { isHomeUrl } from '@canonist/web/internal/page-facts/home-url'
import { endsAtLogin, hasPasswordField } from '@canonist/web/internal/extract/page/login'
import { saysItIsMissing } from '@canonist/web/internal/page-facts/says-it-is-missing'
import type { MissingSign, Observation } from './observation.ts'
import type { ObserveContext, Subject } from './observe-context.ts'
import { isParked, type ParkedCandidate } from './is-parked.ts'
import { compareWithProbe } from './probe.ts'
import { readTraits } from './traits.ts'
import { readValidators } from './validators.ts'

/** Adds what the content of a response shows to an observation: a wall, a missing or parked page, or a text to compare. */
export async function readContent(
  observation: Observation,
  answer: Followed,
  subject: Subject,
  context: ObserveContext,
): Promise<Observation> {
  const document = readDocument(answer)
  const wall = observation.wall ?? findContentWall(observation, answer, document, subject)
  const isFine = answer.status >= 200 && answer.status < 300
  if (wall !== null || !isFine) return { ...observation, wall }
  if (document.kind === 'page' && isParked({ ...toParkedCandidate(document), url: subject.url, end: answer.url }))
    return { ...observation, parked: true, ...readKeptFields(answer, document, subject) }
  const missing = document.kind === 'page' ? await findMissing(observation, document, subject, context) : null
  if (missing !== null || observation.arrival === 'home') return { ...observation, missing }
  return { ...observation, ...readKeptFields(answer, document, subject) }
}

function findContentWall(
  { chain }: Observation,
  answer: Followed,
  { text }: Document,
  { url }: Subject,
): string | null {
  const isLogin = chain.length > 0 && endsAtLogin(url, answer.url, () => hasPasswordField(text))
  return isLogin ? 'login' : findWall({ status: answer.status, headers: answer.headers, text })
}

const toParkedCandidate = (page: PageDocument): Omit<ParkedCandidate, 'url' | 'end'> => ({
  title: page.title,
  text: page.mainText(),
  words: page.signature.wordCount,
  html: page.text,
})

function readKeptFields(answer: Followed, document: Document, { fragments }: Subject): Partial<Observation> {
  const text = readText(document, answer)
  return {
    ...readValidators(answer.headers),
    fingerprint: text === null ? null : { ...createFingerprint(text), ...readPageTraits(document, answer) },
    lostFragments:
      document.kind === 'page' && hasAllAnchors(document) ? findLostFragments(fragments, document.anchors) : [],
    soughtFragments: hashFragments(fragments),
  }
}

const readPageTraits = (document: Document, { url }: Followed): Pick<Fingerprint, 'traits'> =>
  document.kind === 'page' ? { traits: readTraits(document, url) } : {}

/** Whether all anchors are known. Otherwise no fragment can be called missing. */
const hasAllAnchors = ({ isCut, anchors }: PageDocument): boolean => !isCut && anchors.size < MAX_ANCHORS

/** The text to compare; null for feeds, which change all the time, and for images and PDF files. */
function readText(document: Document, { headers }: Followed): string | null {
  if (document.kind === 'page') return document.mainText()
  const [type = ''] = listHeaderValues(headers, 'content-type')
  if (document.kind !== 'other') return null
  const isEmptyPage = document.text.trim() === '' && /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)
  return isEmptyPage || /^text\/plain\b/i.test(type) ? document.text : null
}

const SCRIPT_TAG = /<script\b/i

/** A home page is never missing: it may mention missing pages in its text. */
async function findMissing(
  { chain }: Observation,
  page: PageDocument,
  subject: Subject,
  context: ObserveContext,
): Promise<MissingSign | null> {
  if (isHomeUrl(subject.url)) return null
  const text = page.mainText()
  const isSpoken = saysItIsMissing({ title: page.title, text, words: page.signature.wordCount })
  if (isSpoken) return 'phrase'
  const probe = await context.probe(subject.url)
  const redirectsTo = chain.at(-1)?.to ?? null
  return probe === null
    ? null
    : compareWithProbe(probe, { redirectsTo, signature: page.signature, isScripted: SCRIPT_TAG.test(page.text) })
}
