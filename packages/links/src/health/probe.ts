import { Buffer } from 'node:buffer'
import { comparePages, type PageSignature } from '@canonist/web/internal/extract/page-signature'
import { readDocument } from '@canonist/web/internal/extract/document'
import type { FollowResult } from '@canonist/web/internal/resolve/follow'
import type { MissingSign } from './observation.ts'

/** How a host responds for a page that never existed. */
export interface Probe {
  /** When the request was sent, in milliseconds since 1970. */
  readonly at: number
  /** Null without a response. */
  readonly status: number | null
  /** The redirect target; null without a redirect. */
  readonly redirectsTo: string | null
  /** The signature of the page that it serves with a success status. */
  readonly signature: PageSignature | null
  /** Whether the home page looks the same: then the host shows one text for every URL. */
  readonly isEverywhere?: boolean
}

/** A host gets such a request once a day. */
export const PROBE_LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * A sibling of a URL, with a name that cannot exist.
 *
 * @example createSiblingUrl('https://example.com/a/b?x=1', 'k3j9') // 'https://example.com/a/k3j9'
 */
export function createSiblingUrl(url: string, token: string): string {
  const sibling = new URL(url)
  sibling.search = ''
  sibling.hash = ''
  sibling.pathname = sibling.pathname.replace(/[^/]*\/?$/, token)
  return sibling.href
}

export interface ProbeRequest {
  /** A page of the host. */
  readonly url: string
  /** A random word that no URL has. */
  readonly token: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly request: (url: string) => Promise<FollowResult>
}

/** Requests a page that cannot exist and, if the host serves one, the home page for comparison. Null if aborted. */
export async function sendProbe({ url, token, at, request }: ProbeRequest): Promise<Probe | null> {
  const answer = await request(createSiblingUrl(url, token))
  if (!answer.ok && answer.code === 'aborted') return null
  const probe = toProbe(answer, at)
  if (probe.signature === null || probe.redirectsTo !== null || probe.signature.wordCount === 0) return probe
  const home = readSignature(await request(new URL('/', url).href))
  return { ...probe, isEverywhere: home !== null && isAlike(home, probe.signature) }
}

export function toProbe(answer: FollowResult, at: number): Probe {
  const redirectsTo = answer.hops.at(-1)?.to ?? null
  return { at, status: answer.ok ? answer.status : null, redirectsTo, signature: readSignature(answer) }
}

/** The signature of a page with a success status. */
function readSignature(answer: FollowResult): PageSignature | null {
  if (!answer.ok || answer.status < 200 || answer.status >= 300) return null
  const document = readDocument(answer)
  return document.kind === 'page' ? document.signature : null
}

export interface ProbedPage {
  readonly redirectsTo: string | null
  readonly signature: PageSignature
  /** Whether the page has scripts, which may add its content. */
  readonly isScripted: boolean
}

/** The sign that a page is like the missing page of its host. A shell that scripts fill proves nothing. */
export function compareWithProbe(probe: Probe, page: ProbedPage): MissingSign | null {
  if (probe.redirectsTo !== null && probe.redirectsTo === page.redirectsTo) return 'redirect_like_probe'
  if (probe.signature === null || !isAlike(page.signature, probe.signature)) return null
  if (page.isScripted && page.signature.isThin) return null
  return probe.isEverywhere === true ? 'like_every_page' : 'like_probe'
}

/** Pages with few words are easily alike, so all words and the title must be the same. */
function isAlike(one: PageSignature, other: PageSignature): boolean {
  const { same, similarity, isThin } = comparePages(one, other)
  if (!isThin) return similarity >= MIN_SIMILARITY
  return same && similarity === 1 && one.wordCount === other.wordCount && one.wordCount > 0
}

/** Pages of one site share their frame; above this they share their content as well. */
const MIN_SIMILARITY = 0.9

interface StoredSignature extends Omit<PageSignature, 'hashes'> {
  readonly hashes: string
}

/** Serializes a probe for the database. */
export function packProbe({ signature, ...probe }: Probe): string {
  return JSON.stringify({ ...probe, signature: signature === null ? null : packSignature(signature) })
}

function packSignature({ hashes, ...signature }: PageSignature): StoredSignature {
  const bytes = Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength)
  return { ...signature, hashes: bytes.toString('base64') }
}

export function unpackProbe(text: string): Probe {
  const { signature, ...probe } = JSON.parse(text) as Omit<Probe, 'signature'> & { signature: StoredSignature | null }
  return { ...probe, signature: signature === null ? null : unpackSignature(signature) }
}

function unpackSignature({ hashes, ...signature }: StoredSignature): PageSignature {
  // A copy: a small buffer may not be aligned to four bytes.
  const bytes = Uint8Array.from(Buffer.from(hashes, 'base64'))
  return { ...signature, hashes: new Uint32Array(bytes.buffer) }
}
