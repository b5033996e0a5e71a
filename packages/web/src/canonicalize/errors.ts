import type { ErrorEntry } from '@canonist/core'
import { NET_ERRORS } from '../net/errors.ts'
import type { ErrorCode } from './result.ts'

/** Why a call failed. Codes that the network table has too mean the same there and share its row. */
export const CANONICALIZE_ERRORS = {
  invalid_url: {
    kind: 'invalid',
    retry: false,
    says: 'The input is not an http or https URL.',
    fix: 'Write it in full, as in https://example.com/feed.',
  },
  blocked: {
    kind: 'blocked',
    retry: false,
    says: 'The input, or a URL to which it redirects, may not be fetched.',
    fix: 'Look at the last attempt: its code names the reason.',
  },
  network: {
    kind: 'unavailable',
    retry: true,
    says: 'No complete response arrived.',
    fix: 'Try again later. The code of the last attempt says what failed.',
  },
  timeout: {
    kind: 'unavailable',
    retry: true,
    says: 'It took too long.',
    fix: 'Try again later, or wait longer.',
  },
  http_status: {
    kind: 'unavailable',
    retry: true,
    says: 'The server answered with a status other than 2xx (see `status`).',
    fix: 'Check the URL, or try again later if the status is 429 or 5xx.',
  },
  empty_body: {
    kind: 'unavailable',
    retry: true,
    says: 'The server responded with 2xx and an empty body.',
    fix: 'Try again later, or check the URL in a browser.',
  },
  redirect_loop: NET_ERRORS.redirect_loop,
  too_many_redirects: NET_ERRORS.too_many_redirects,
  bad_redirect: NET_ERRORS.bad_redirect,
  not_a_feed: {
    kind: 'invalid',
    retry: false,
    says: 'The response is not an RSS, Atom, RDF or JSON feed.',
    fix: 'Pass the URL of a feed, or do not expect one.',
  },
  host_busy: NET_ERRORS.host_busy,
  aborted: NET_ERRORS.aborted,
} as const satisfies Record<ErrorCode, ErrorEntry>
