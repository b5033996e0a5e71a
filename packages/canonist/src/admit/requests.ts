import { readDocument, type PageDocument } from '../extract/document.ts'
import type { NetErrorCode } from '../net/errors.ts'
import type { Answer, Exchange, Exchanger, HeaderMap } from '../net/exchange.ts'

/** What a URL answered. */
export interface Answered {
  readonly ok: true
  readonly url: string
  readonly status: number
  readonly headers: HeaderMap
  /** What was served, where that is a page; read when it is first asked for. */
  readonly page: () => PageDocument | null
}

/** It did not answer, may not be asked, or no request was left for it. */
export interface Unanswered {
  readonly ok: false
  readonly code: NetErrorCode | 'budget_spent'
  /** Of the error beneath: what kind of TLS trouble it is. */
  readonly cause: string
}

export type Visit = Answered | Unanswered

/** One URL's dealings with the network: no URL is asked twice, and not too many are. */
export interface Requests {
  get(url: string): Promise<Visit>
  head(url: string): Promise<Visit>
}

export const MOST_REQUESTS = 16

const SPENT: Unanswered = { ok: false, code: 'budget_spent', cause: '' }
const HEADERS = { accept: 'text/html, application/xhtml+xml, */*;q=0.8' }

export function createRequests(exchanger: Exchanger): Requests {
  const asked = new Map<string, Promise<Visit>>()
  let left = MOST_REQUESTS

  const send = async (url: string, method: 'GET' | 'HEAD'): Promise<Visit> => {
    if (left === 0) return SPENT
    left -= 1
    return visitOf(await exchanger.fetch(url, { method, headers: HEADERS, overflow: 'cut' }))
  }
  const once = (url: string, method: 'GET' | 'HEAD'): Promise<Visit> => {
    const key = `${method} ${url}`
    const visit = asked.get(key) ?? send(url, method)
    asked.set(key, visit)
    return visit
  }
  return { get: (url) => once(url, 'GET'), head: (url) => once(url, 'HEAD') }
}

function visitOf(exchange: Exchange): Visit {
  if (!exchange.ok) return { ok: false, code: exchange.code, cause: codeOf(exchange.cause) }
  const { url, status, headers } = exchange
  let page: PageDocument | null | undefined
  return { ok: true, url, status, headers, page: () => (page === undefined ? (page = pageOf(exchange)) : page) }
}

function pageOf({ url, headers, body, isCut }: Answer): PageDocument | null {
  const document = readDocument({ url, headers, body, isCut })
  return document.kind === 'page' ? document : null
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const RESTRICTED = new Set([401, 403])

/** Whether it is there, for those who may see it. */
export const isRestricted = (visit: Visit): boolean => visit.ok && RESTRICTED.has(visit.status)

/** Whether it serves the thing itself, without sending anyone elsewhere. */
export const isServed = (visit: Visit): visit is Answered => visit.ok && visit.status >= 200 && visit.status < 300
