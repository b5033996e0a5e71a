import { findDeclaredVariants } from '../../../src/admit/language-search.ts'
import { findLinkedPages } from '../../../src/admit/page-numbers.ts'
import { createAdmissionRules } from '../../../src/admit/admission-rules.ts'
import { Content } from '../../../src/canonicalize/content.ts'
import { createLanding } from '../../../src/canonicalize/landing.ts'
import { findLandingPlatforms } from '../../../src/canonicalize/platforms.ts'
import { areFormsOfOnePage, prove } from '../../../src/canonicalize/prove.ts'
import { type Document, readDocument } from '../../../src/extract/document.ts'
import { readLinkHeader } from '../../../src/extract/link-header.ts'
import { findWall } from '../../../src/page-facts/bot-walls.ts'
import { createFingerprint } from '@canonist/links/internal/health/fingerprint'
import { hasPasswordField } from '../../../src/extract/page/login.ts'
import { saysItIsMissing } from '../../../src/page-facts/says-it-is-missing.ts'
import { areAlikeButForName, readServed } from '@canonist/learn/internal/probe/served'
import { ROBOTS_BYTES } from '../../../src/net/robots/read-robots.ts'
import { isPathAllowed, parseRobots } from '../../../src/net/robots/robots-rules.ts'
import type { Followed } from '../../../src/resolve/follow.ts'
import { readPageNotes } from '@canonist/crawl/internal/worker/read-page'
import { SessionLinks } from '@canonist/crawl/internal/worker/discovery'

/** A response with a hostile body, and what reading it gave. */
interface Given {
  readonly answer: Followed
  readonly document: Document
}

const URL_OF_DOCUMENT = 'https://site.example/acceso'
const RULEBOOK = createAdmissionRules({
  name: 'hostile',
  extends: 'sources',
  hosts: { allow: ['site.example', 'b.example'] },
})

/** Content whose document was read before, with hashes of its own. */
class ReadContent extends Content {
  readonly #document: Document
  readonly #name: string

  constructor(answer: Followed, document: Document, name: string) {
    super(answer)
    this.#document = document
    this.#name = name
  }

  override hash(): Promise<string> {
    return Promise.resolve(this.#name)
  }

  override textHash(): string {
    return this.#name
  }

  override document(): Document {
    return this.#document
  }
}

const LANDING_RULES = { temporaryRedirects: 'follow', mayReplace: () => true } as const

/** Everything that reads what a server sent, except `readDocument` itself, by the folder that asks for it. */
const READERS: Readonly<Record<string, (given: Given) => unknown>> = {
  'two landings': ({ answer, document }) => {
    // With a byte more and another text, only the signature shows that both are the same.
    const [one, another] = [new ReadContent(answer, document, 'one'), new ReadContent(answer, document, 'another')]
    const landing = createLanding(answer.url, answer, one, LANDING_RULES)
    const other = createLanding(answer.url, answer, another, LANDING_RULES)
    findLandingPlatforms(landing)
    areFormsOfOnePage(document, document)
    return prove(landing, other, { isSameClass: false, useSignature: true })
  },
  'signs of a wall or a login': ({ answer, document: { text } }) => {
    for (const status of [200, 403]) findWall({ status, headers: answer.headers, text })
    hasPasswordField(text)
  },
  'signs of a missing page': ({ document }) => {
    if (document.kind !== 'page') return
    for (const words of [0, 200]) saysItIsMissing({ title: document.title, text: document.mainText(), words })
  },
  'the fingerprint of a text': ({ document }) =>
    createFingerprint(document.kind === 'page' ? document.mainText() : document.text),
  'what a probe served': ({ answer, document }) => {
    // Only of pages with few words does it look at more than `readDocument` does.
    if (document.kind !== 'page' || document.signature.wordCount > 100) return
    const served = readServed(URL_OF_DOCUMENT, answer)
    if (served.kind === 'document') areAlikeButForName(served, served)
  },
  'links for the queue': ({ answer: { url, headers }, document }) => {
    const sessions = new SessionLinks()
    const { links } = readPageNotes({ url, headers, document }, 0, { scope: 'domain', maxDepth: 9 }, 'canonist')
    for (const link of links) sessions.exceedsLimit(link.url)
  },
  'languages and page numbers': ({ document }) => {
    const page = document.kind === 'page' ? document : null
    findLinkedPages(page, URL_OF_DOCUMENT, ['page', 'p'])
    findDeclaredVariants(page, LANGUAGES, RULEBOOK)
  },
  'the rules of robots.txt': ({ document: { text } }) => {
    const rules = parseRobots(text.slice(0, ROBOTS_BYTES), 'canonist')
    for (const path of LONG_PATHS) isPathAllowed(rules, path)
  },
  'a Link header': ({ document: { text } }) => readLinkHeader([text, text.slice(1)], URL_OF_DOCUMENT),
}

/** As links of one page may lead to, close to the longest URL that is fetched. */
const LONG_PATHS = ['a', 'aa-', '/', '%C3%B1', ':'].map((piece) => `/${piece.repeat(Math.floor(8000 / piece.length))}`)
const LANGUAGES = { prefer: ['es'], note: [], tokens: { es: ['es'], en: ['en'] }, params: ['lang'] }

export interface Timing {
  readonly reader: string
  /** CPU time of this process. */
  readonly ms: number
}

/** Lets every reader at a body and measures each of them. */
export async function timeReaders(body: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<Timing[]> {
  const answer: Followed = {
    ok: true,
    url: URL_OF_DOCUMENT,
    status: 200,
    headers,
    body,
    isCut: false,
    totalBytes: body.length,
    hops: [],
    ms: 0,
  }
  const start = process.cpuUsage()
  const document = readWhole(answer)
  const timings: Timing[] = [{ reader: 'the document', ms: cpuSince(start) }]
  for (const [reader, read] of Object.entries(READERS)) {
    timings.push(await time(reader, () => read({ answer, document })))
  }
  return timings
}

/** Everything a document says, including the parts that are otherwise computed only on demand. */
function readWhole(answer: Followed): Document {
  const document = readDocument(answer)
  if (document.kind !== 'page') return document
  const [words, mainText] = [document.words(), document.mainText()]
  return { ...document, words: () => words, mainText: () => mainText }
}

async function time(reader: string, run: () => unknown): Promise<Timing> {
  const start = process.cpuUsage()
  await run()
  return { reader, ms: cpuSince(start) }
}

function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
