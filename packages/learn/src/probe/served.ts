import { createHash } from 'node:crypto'
import { readDocument, type Document } from '@canonist/web/internal/extract/document'
import { comparePages } from '@canonist/web/internal/extract/page-signature'
import { computeSimilarity } from '@canonist/web/internal/extract/text/shingles'
import { findWall } from '@canonist/web/internal/page-facts/bot-walls'
import { endsAtLogin, hasPasswordField } from '@canonist/web/internal/extract/page/login'
import type { FollowResult } from '@canonist/web/internal/resolve/follow'

/** The part of a response that can be evidence. */
export type Served =
  | { readonly kind: 'document'; readonly requested: string; readonly bytes: string; readonly document: Document }
  /** The server says that the page does not exist. */
  | { readonly kind: 'missing' }
  /** A bot wall, an error, or no response: nothing is known about the page. */
  | { readonly kind: 'nothing' }

const MISSING: ReadonlySet<number> = new Set([404, 410])

export function readServed(requested: string, answer: FollowResult): Served {
  if (!answer.ok) return { kind: 'nothing' }
  const document = readDocument(answer)
  const { status, headers } = answer
  if (findWall({ status, headers, text: document.text }) !== null) return { kind: 'nothing' }
  if (MISSING.has(status)) return { kind: 'missing' }
  if (status !== 200 || endsAtLogin(requested, answer.url, () => false) || asksForPassword(document))
    return { kind: 'nothing' }
  const bytes = createHash('sha256').update(answer.body).digest('hex')
  return { kind: 'document', requested, bytes, document }
}

/** A page with more words has content of its own: many sites have a login form in their header. */
const MAX_LOGIN_WORDS = 100

const asksForPassword = (document: Document): boolean =>
  document.kind === 'page' && document.signature.wordCount < MAX_LOGIN_WORDS && hasPasswordField(document.text)

export type ServedDocument = Extract<Served, { kind: 'document' }>

/** The similarity of two documents, from 0 to 1: for pages, that of their visible text. */
export function computeLikeness(a: ServedDocument, b: ServedDocument): number {
  if (a.bytes === b.bytes) return 1
  if (a.document.kind !== 'page' || b.document.kind !== 'page') return 0
  const [one, other] = [a.document.signature, b.document.signature]
  if (comparePages(one, other).isThin) return a.document.mainText() === b.document.mainText() ? 1 : 0
  return one.title === other.title ? computeSimilarity(one, other) : 0
}

/** Whether two documents differ only in words of the requested URLs: "Please log in to see page 7". */
export const areAlikeButForName = (a: ServedDocument, b: ServedDocument): boolean => {
  const words = listOwnWords(a)
  return words !== null && words === listOwnWords(b)
}

/** The words of a page that are not in its URL. */
function listOwnWords({ requested, document }: ServedDocument): string | null {
  if (document.kind !== 'page') return null
  const name = new Set(requested.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return document
    .words()
    .filter((word) => !name.has(word))
    .join(' ')
}
