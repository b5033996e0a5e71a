import { readDocument, type PageDocument } from '../extract/document.ts'
import type { NetErrorCode } from '../net/errors.ts'
import type { ExchangeResponse, Exchange, Exchanger, HeaderMap } from '../net/exchange.ts'
import { LoopGuard, type LoopLimits } from '../net/loop-guard.ts'

/** The response of a URL. */
export interface AnsweredVisit {
  readonly ok: true
  readonly url: string
  readonly status: number
  readonly headers: HeaderMap
  /** The served page, or null if it is not a page; read on first use. */
  readonly page: () => PageDocument | null
}

/** The URL did not respond, may not be requested, or the budget or the time is spent. */
export interface UnansweredVisit {
  readonly ok: false
  readonly code: NetErrorCode | 'budget_spent'
  /** The code of the underlying error, which shows the kind of TLS failure. */
  readonly cause: string
}

export type AdmissionVisit = AnsweredVisit | UnansweredVisit

/**
 * The requests of one admission: no URL is requested twice, and their number and their time are limited.
 *
 * Every step of every loop of an admission is a call of `get` or `head`: so that is where loops are ended in time.
 */
export interface Requests {
  get(url: string): Promise<AdmissionVisit>
  head(url: string): Promise<AdmissionVisit>
}

export const MAX_REQUESTS = 16

const SPENT: UnansweredVisit = { ok: false, code: 'budget_spent', cause: '' }
const HEADERS = { accept: 'text/html, application/xhtml+xml, */*;q=0.8' }

export function createRequests(exchanger: Exchanger, limits: LoopLimits): Requests {
  const guard = new LoopGuard(limits)
  const { signal } = limits
  const asked = new Map<string, Promise<AdmissionVisit>>()
  let left = MAX_REQUESTS

  const send = async (url: string, method: 'GET' | 'HEAD'): Promise<AdmissionVisit> => {
    if (left === 0) return SPENT
    left -= 1
    return toVisit(await exchanger.fetch(url, { method, headers: HEADERS, overflow: 'cut', signal }))
  }
  const once = async (url: string, method: 'GET' | 'HEAD'): Promise<AdmissionVisit> => {
    if (!(await guard.mayStep())) return SPENT
    const key = `${method} ${url}`
    const visit = asked.get(key) ?? send(url, method)
    asked.set(key, visit)
    return visit
  }
  return { get: (url) => once(url, 'GET'), head: (url) => once(url, 'HEAD') }
}

function toVisit(exchange: Exchange): AdmissionVisit {
  if (!exchange.ok) return { ok: false, code: exchange.code, cause: readCode(exchange.cause) }
  const { url, status, headers } = exchange
  let page: PageDocument | null | undefined
  return { ok: true, url, status, headers, page: () => (page === undefined ? (page = readPage(exchange)) : page) }
}

function readPage({ url, headers, body, isCut }: ExchangeResponse): PageDocument | null {
  const document = readDocument({ url, headers, body, isCut })
  return document.kind === 'page' ? document : null
}

const readCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const RESTRICTED = new Set([401, 403])

/** Whether it is there, for those who may see it. */
export const isRestricted = (visit: AdmissionVisit): boolean => visit.ok && RESTRICTED.has(visit.status)

/** Whether it serves the page itself, without a redirect. */
export const isServed = (visit: AdmissionVisit): visit is AnsweredVisit =>
  visit.ok && visit.status >= 200 && visit.status < 300
