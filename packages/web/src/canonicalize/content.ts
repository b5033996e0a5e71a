import { createHash } from 'node:crypto'
import { readDocument, type Document, type PageDocument } from '../extract/document.ts'
import { hasPasswordField } from '../extract/page/login.ts'
import type { Followed } from '../resolve/follow.ts'

export type HashFn = (bytes: Uint8Array) => string | Promise<string>

/** What a decision needs to know of a document: everything but its text. */
export type DocumentFacts = PageFacts | Textless<'feed'> | Textless<'other'>

export type FeedFacts = Textless<'feed'>
export type PageFacts = Pick<
  PageDocument,
  | 'kind'
  | 'title'
  | 'lang'
  | 'canonicals'
  | 'ogUrl'
  | 'hreflang'
  | 'generator'
  | 'linkHeader'
  | 'isCut'
  | 'signature'
  | 'mainShingles'
>
type Textless<Kind> = Omit<Extract<Document, { kind: Kind }>, 'text'>

interface Held {
  readonly answer: Followed
  document: Document | null
}

/**
 * What one URL served.
 *
 * It is *held* at first: its body is in memory and is read when that is first needed.
 * After `release` it is *known*: hash, facts and signature are worked out, and body and text are gone. A decision
 * releases what it holds before every request, so that a long list of slow hosts does not fill the memory.
 */
export class Content {
  readonly #hashFn: HashFn
  #held: Held | null
  #hash: Promise<string> | null = null
  #textHash: string | null = null
  #facts: DocumentFacts | null = null
  #asksForPassword: boolean | null = null

  constructor(answer: Followed, hashFn: HashFn = sha256) {
    this.#held = { answer, document: null }
    this.#hashFn = hashFn
  }

  /** Of the body. */
  hash(): Promise<string> {
    return (this.#hash ??= this.#hashBody())
  }

  /** Of the text, without byte order mark and with each CRLF as one line feed. */
  textHash(): string {
    return (this.#textHash ??= sha256(this.#read().text))
  }

  document(): DocumentFacts {
    return this.#facts ?? this.#read()
  }

  asksForPassword(): boolean {
    return (this.#asksForPassword ??= hasPasswordField(this.#read().text))
  }

  async release(): Promise<void> {
    if (this.#held === null) return
    await this.hash()
    this.textHash()
    this.asksForPassword()
    this.#facts = extractFacts(this.#read())
    this.#held = null
  }

  async #hashBody(): Promise<string> {
    return this.#hashFn(this.#still().answer.body)
  }

  #read(): Document {
    const held = this.#still()
    return (held.document ??= readDocument(held.answer))
  }

  #still(): Held {
    if (this.#held === null) throw new Error('the body was released')
    return this.#held
  }
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

function extractFacts(document: Document): DocumentFacts {
  if (document.kind === 'page') return extractPageFacts(document)
  const { text: _, ...facts } = document
  return facts
}

/** Field by field: a page works out its links, its words and its text only when they are asked for, and keeps all of it. */
function extractPageFacts(page: PageDocument): PageFacts {
  const { kind, title, lang, canonicals, ogUrl, hreflang, generator, linkHeader, isCut, signature, mainShingles } = page
  return { kind, title, lang, canonicals, ogUrl, hreflang, generator, linkHeader, isCut, signature, mainShingles }
}
