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
}

/** A host is asked for such a page once a day. */
export const PROBE_LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * A URL beside another one that nobody can have published.
 *
 * @example siblingUrl('https://example.com/a/b?x=1', 'k3j9') // 'https://example.com/a/k3j9'
 */
export function siblingUrl(url: string, token: string): string {
  const sibling = new URL(url)
  sibling.search = ''
  sibling.hash = ''
  sibling.pathname = sibling.pathname.replace(/[^/]*\/?$/, token)
  return sibling.href
}

export function probeOf(answer: FollowResult, at: number): Probe {
  const redirectsTo = answer.hops.at(-1)?.to ?? null
  if (!answer.ok) return { at, status: null, redirectsTo, signature: null }
  const isSoft = answer.status >= 200 && answer.status < 300
  const document = isSoft ? readDocument(answer) : null
  return { at, status: answer.status, redirectsTo, signature: document?.kind === 'page' ? document.signature : null }
}

/** What a page and its host's missing page have in common; pages that say next to nothing prove nothing. */
export function likeProbe(
  probe: Probe,
  page: { readonly redirectsTo: string | null; readonly signature: PageSignature },
): MissingSign | null {
  if (probe.redirectsTo !== null && probe.redirectsTo === page.redirectsTo) return 'redirect_like_probe'
  if (probe.signature === null) return null
  const { similarity, isThin } = comparePages(page.signature, probe.signature)
  return !isThin && similarity >= ALIKE ? 'like_probe' : null
}

/** Two pages of one site share their frame; beyond this they share what they say. */
const ALIKE = 0.9

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
