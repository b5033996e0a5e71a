import { Buffer } from 'node:buffer'
import { createHash, type Hash } from 'node:crypto'
import { readDocument } from '@canonist/web/internal/extract/document'
import type { ByteSource } from '@canonist/lists/internal/io/byte-source'
import type { LineReading } from '../line-reader.ts'
import { createRecord, type RawFields } from '../record-fields.ts'
import { decodeBody, parseResponseHead, type ResponseHead } from './http-response.ts'
import { readWarcRecords, type WarcRecord } from './warc-records.ts'

const MAX_HEAD_BYTES = 65_536
/** Longer pages get neither a fingerprint nor a canonical link. */
const MAX_PAGE_BYTES = 2_097_152

/** Reads a web archive as a crawl log, one record at a time. Yields null for records other than responses, resources and revisits. */
export async function* readWarcLog(source: ByteSource, name: string): AsyncGenerator<LineReading> {
  for await (const record of readWarcRecords(source, name)) yield 'ok' in record ? record : await readRecord(record)
}

async function readRecord(record: WarcRecord): Promise<LineReading> {
  const { type, fields } = record
  const url = readUrl(fields)
  const isHttp = /^https?:/i.test(url)
  if (!isHttp || (type !== 'response' && type !== 'revisit' && type !== 'resource')) return null
  const hasHead = type !== 'resource'
  const digest = fields.get('warc-payload-digest')
  // A revisited page is not stored again; its digest is that of the first visit.
  const wantsHash = digest === undefined && type !== 'revisit'
  const { head, hash, body, length } = await readPayload(record, hasHead, wantsHash)
  if (hasHead && head === null && type === 'response') return null
  const raw: RawFields = {
    url,
    status: head?.status,
    mediaType: hasHead ? head?.headers['content-type'] : fields.get('content-type'),
    contentHash: digest ?? hash,
    redirect: readLocation(head, url),
  }
  const page = head === null || body === null ? {} : readPage(url, head, body)
  const isPlain =
    head !== null && head.headers['content-encoding'] === undefined && head.headers['transfer-encoding'] === undefined
  return createRecord({ ...raw, ...page, size: type !== 'revisit' && isPlain ? length : undefined }, url)
}

/** Some programs took the angle brackets in the grammar of WARC 1.0 for a part of the value. */
const readUrl = (fields: ReadonlyMap<string, string>): string =>
  (fields.get('warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1')

function readLocation(head: ResponseHead | null, url: string): string | undefined {
  const location = head === null || head.status < 300 || head.status >= 400 ? undefined : head.headers['location']
  return location === undefined ? undefined : URL.parse(location, url)?.href
}

/** What is read from a page: a fingerprint of its text, and its canonical link. */
function readPage(url: string, head: ResponseHead, body: Buffer): RawFields {
  const plain = decodeBody(body, head)
  if (plain === null) return {}
  const document = readDocument({ url, headers: head.headers, body: plain })
  return document.kind === 'page' ? { simhash: document.simhash, canonical: document.canonicals[0]?.url } : {}
}

interface Payload {
  readonly head: ResponseHead | null
  readonly hash: string | undefined
  /** Null if it is not a page, or too long. */
  readonly body: Buffer | null
  readonly length: number
}

/** Reads the block of a record in bounded memory: the head of the response, then its body. */
async function readPayload(record: WarcRecord, hasHead: boolean, wantsHash: boolean): Promise<Payload> {
  const collector = new PayloadCollector(hasHead, wantsHash ? createHash('sha1') : null)
  await record.readBlock((bytes) => collector.add(bytes))
  return collector.finish()
}

/** Collects a response: first its head, then its body. */
class PayloadCollector {
  readonly #hash: Hash | null
  #head: ResponseHead | null = null
  /** The part of the head that was read; null once the head is complete. */
  #headBytes: Buffer | null
  #parts: Buffer[] = []
  #kept = 0
  #isPage = false
  #length = 0

  constructor(hasHead: boolean, hash: Hash | null) {
    this.#hash = hash
    this.#headBytes = hasHead ? Buffer.alloc(0) : null
  }

  add(bytes: Buffer): void {
    if (this.#headBytes === null) return this.#addBody(bytes)
    const all = Buffer.concat([this.#headBytes, bytes])
    const end = findHeadEnd(all)
    if (end < 0 && all.length < MAX_HEAD_BYTES) {
      this.#headBytes = all
      return
    }
    this.#startBody(all.subarray(0, Math.max(end, 0)))
    if (end >= 0) this.#addBody(all.subarray(end))
  }

  finish(): Payload {
    // A response without a body may lack the empty line.
    if (this.#headBytes !== null) this.#startBody(this.#headBytes)
    const hash = this.#hash === null ? undefined : `sha1:${toBase32(this.#hash.digest())}`
    const body = this.#isPage && this.#kept === this.#length ? Buffer.concat(this.#parts) : null
    return { head: this.#head, hash, body, length: this.#length }
  }

  #startBody(head: Buffer): void {
    this.#headBytes = null
    this.#head = parseResponseHead(head.toString())
    const type = this.#head?.headers['content-type'] ?? ''
    this.#isPage = this.#head?.status === 200 && /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type)
  }

  #addBody(bytes: Buffer): void {
    this.#hash?.update(bytes)
    this.#length += bytes.length
    if (!this.#isPage || this.#kept + bytes.length > MAX_PAGE_BYTES) return
    this.#parts.push(Buffer.from(bytes))
    this.#kept += bytes.length
  }
}

/** The place after the empty line; -1 if there is none. */
function findHeadEnd(bytes: Buffer): number {
  const crlf = bytes.indexOf('\r\n\r\n')
  const lf = bytes.indexOf('\n\n')
  if (crlf >= 0 && (lf < 0 || crlf < lf)) return crlf + 4
  return lf >= 0 ? lf + 2 : -1
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** As archives write digests: https://www.rfc-editor.org/rfc/rfc4648#section-6. 20 bytes need no padding. */
function toBase32(bytes: Buffer): string {
  let [text, bits, held] = ['', 0, 0]
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >>> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return text
}
