import { Buffer } from 'node:buffer'
import { comparePages, type PageSignature } from '../extract/page-signature.ts'
import { readDocument } from '../extract/document.ts'
import type { FollowResult } from '../resolve/follow.ts'
import type { MissingSign } from './observation.ts'

/** How a host answers for a page that never existed. */
export interface Probe {
  /** When it was asked, in milliseconds since 1970. */
  readonly at: number
  /** Null where no answer came. */
  readonly status: number | null
  /** Where it redirects to; null where it does not. */
  readonly redirectsTo: string | null
  /** Of the page that it gives as if all were well. */
  readonly signature: PageSignature | null
  /** Whether the home page of the host is just like it: then it shows one text for everything. */
  readonly isEverywhere?: boolean
}

/** A host is asked for such a page once a day. */
export const PROBE_LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * A URL beside another one that nobody can have published.
 *
 * @example siblingUrl('https://example.com/a/b?x=1', 'k3j9') // 'https://example.com/a/k3j9'
 */
export function createSiblingUrl(url: string, token: string): string {
  const sibling = new URL(url)
  sibling.search = ''
  sibling.hash = ''
  sibling.pathname = sibling.pathname.replace(/[^/]*\/?$/, token)
  return sibling.href
}

export interface ProbeRequest {
  /** The page whose host is asked. */
  readonly url: string
  /** A word that no URL has. */
  readonly token: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly request: (url: string) => Promise<FollowResult>
}

/** Asks a host for what does not exist, and where it gives that a page, for its home page, too. Null where it was called off. */
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

/** Of a page that is given as if all were well. */
function readSignature(answer: FollowResult): PageSignature | null {
  if (!answer.ok || answer.status < 200 || answer.status >= 300) return null
  const document = readDocument(answer)
  return document.kind === 'page' ? document.signature : null
}

export interface ProbedPage {
  readonly redirectsTo: string | null
  readonly signature: PageSignature
  /** Whether scripts may have more to say than the page: of one that says next to nothing they do. */
  readonly isScripted: boolean
}

/** What a page and its host's missing page have in common; shells that scripts fill prove nothing. */
export function compareWithProbe(probe: Probe, page: ProbedPage): MissingSign | null {
  if (probe.redirectsTo !== null && probe.redirectsTo === page.redirectsTo) return 'redirect_like_probe'
  if (probe.signature === null || !isAlike(page.signature, probe.signature)) return null
  if (page.isScripted && page.signature.isThin) return null
  return probe.isEverywhere === true ? 'like_every_page' : 'like_probe'
}

/** Of a few words all must be the same, and the title: two pages of a few words are soon alike. */
function isAlike(one: PageSignature, other: PageSignature): boolean {
  const { same, similarity, isThin } = comparePages(one, other)
  if (!isThin) return similarity >= MIN_SIMILARITY
  return same && similarity === 1 && one.wordCount === other.wordCount && one.wordCount > 0
}

/** Two pages of one site share their frame; beyond this they share what they say. */
const MIN_SIMILARITY = 0.9

interface StoredSignature extends Omit<PageSignature, 'hashes'> {
  readonly hashes: string
}

/** As text, to be kept until tomorrow. */
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
  // A copy: the bytes of a small buffer need not begin where four of them make a number.
  const bytes = Uint8Array.from(Buffer.from(hashes, 'base64'))
  return { ...signature, hashes: new Uint32Array(bytes.buffer) }
}
