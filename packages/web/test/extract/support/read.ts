import assert from 'node:assert/strict'
import { readDocument, type Document, type FeedDocument, type PageDocument } from '../../../src/extract/document.ts'

type Headers = Readonly<Record<string, string | readonly string[]>>

export function read(body: string | Uint8Array, headers: Headers = {}, url = 'https://site.example/dir/doc'): Document {
  return readDocument({ url, headers, body: typeof body === 'string' ? new TextEncoder().encode(body) : body })
}

export function readFeed(body: string, headers?: Headers, url?: string): FeedDocument {
  const document = read(body, headers, url)
  assert.equal(document.kind, 'feed')
  return document
}

export function readPage(body: string, headers?: Headers, url?: string): PageDocument {
  const document = read(body, headers, url)
  assert.equal(document.kind, 'page')
  return document
}
