import type { ErrorEntry } from '@canonist/core'
import { CodedError, toHttpStatus, type CodedErrorOptions } from '@canonist/core/internal/text/coded-error'

/** A row that says what HTTP calls it, where its kind does not. */
interface ApiErrorEntry extends ErrorEntry {
  readonly status?: number
}

/** What can be wrong with a request before its operation runs, and with the set-up of the server. */
export const API_ERRORS = {
  'api/no-token': {
    status: 401,
    kind: 'blocked',
    retry: false,
    says: 'The request has no token.',
    fix: 'Send the header Authorization: Bearer TOKEN.',
  },
  'api/unknown-token': {
    status: 401,
    kind: 'blocked',
    retry: false,
    says: 'The server does not know this token.',
    fix: 'Check the token, or ask the operator for one.',
  },
  'api/token-expired': {
    status: 401,
    kind: 'blocked',
    retry: false,
    says: 'The token has expired.',
    fix: 'Ask the operator for a new one.',
  },
  'api/token-revoked': {
    status: 401,
    kind: 'blocked',
    retry: false,
    says: 'Before the request was done, its session ended, or its token was removed, changed its role or expired.',
    fix: 'Send the request again with a valid token. Everything written so far is kept.',
  },
  'api/weak-token': {
    kind: 'blocked',
    retry: false,
    says: 'The role of the token does not allow this operation.',
    fix: 'Use a token with the role that the operation needs.',
  },
  'api/foreign-host': {
    kind: 'blocked',
    retry: false,
    says: 'The Host header does not name this machine.',
    fix: 'Request localhost or 127.0.0.1, or start the server with tokens.',
  },
  'api/foreign-origin': {
    kind: 'blocked',
    retry: false,
    says: 'A page of another origin may not send this request.',
    fix: 'Send it from a page of this server, or from a program, which sends no Origin.',
  },
  read_only: {
    kind: 'blocked',
    retry: false,
    says: 'This server only reads.',
    fix: 'Send the request to a server that was started without --read-only and --snapshot.',
  },
  'api/no-network': {
    kind: 'blocked',
    retry: false,
    says: 'This server does not fetch.',
    fix: 'Send the request to a server that was started without --no-network.',
  },
  'api/no-such-path': {
    kind: 'missing',
    retry: false,
    says: 'Nothing exists at this path.',
    fix: 'Look the path up in /docs.',
  },
  'api/wrong-method': {
    status: 405,
    kind: 'usage',
    retry: false,
    says: 'The path does not support this method.',
    fix: 'Use a method of the Allow header.',
  },
  'api/body-too-large': {
    status: 413,
    kind: 'invalid',
    retry: false,
    says: 'The body is larger than the server accepts.',
    fix: 'Send less at once, or send NDJSON if the operation accepts it.',
  },
  'api/upload-quota': {
    status: 507,
    kind: 'blocked',
    retry: false,
    says: 'The upload exceeds the quota.',
    fix: 'Delete uploads that you no longer need, or ask the operator to raise --upload-quota.',
  },
  'api/too-many-streams': {
    status: 429,
    kind: 'busy',
    retry: true,
    says: 'The token has as many event streams open as the server allows.',
    fix: 'Close one, or let several listeners share one.',
  },
  'api/wrong-media-type': {
    status: 415,
    kind: 'usage',
    retry: false,
    says: 'The operation does not accept a body of this media type.',
    fix: 'Send JSON with the header Content-Type: application/json.',
  },
  'api/malformed-request': {
    status: 400,
    kind: 'usage',
    retry: false,
    says: 'The request is not valid HTTP.',
    fix: 'Check the request line, the Host header and the length of the body.',
  },
  'api/headers-too-large': {
    status: 431,
    kind: 'usage',
    retry: false,
    says: 'The headers are larger than the server accepts.',
    fix: 'Send shorter headers, or put the input into the body.',
  },
  'api/slow-headers': {
    status: 408,
    kind: 'usage',
    retry: true,
    says: 'The headers did not arrive in time.',
    fix: 'Send the headers of a request at once.',
  },
  'api/invalid-json': {
    kind: 'invalid',
    retry: false,
    says: 'The body is not a JSON object in UTF-8.',
    fix: 'Send one JSON object.',
  },
  'api/too-many-requests': {
    status: 429,
    kind: 'busy',
    retry: true,
    says: 'The client sends more requests than the server accepts.',
    fix: 'Wait as long as Retry-After says, then send fewer.',
  },
  'api/too-many-fetches': {
    status: 429,
    kind: 'busy',
    retry: true,
    says: 'The server is fetching for as many requests as it accepts.',
    fix: 'Send the request again when others are done.',
  },
  'api/timeout': {
    kind: 'busy',
    retry: true,
    says: 'The request took longer than the server allows.',
    fix: 'Request less at once, or try again later.',
  },
  'api/client-gone': {
    status: 499,
    kind: 'usage',
    retry: false,
    says: 'The client closed the connection before the response was sent.',
    fix: 'Wait for the response.',
  },
  'api/stopping': {
    kind: 'unavailable',
    retry: true,
    says: 'The server is stopping.',
    fix: 'Send the request again when it has restarted.',
  },
  'api/interrupted': {
    kind: 'unavailable',
    retry: true,
    says: 'The server stopped before the request was done.',
    fix: 'Send the request again after the restart. Everything written so far is kept.',
  },
  'api/defect': {
    kind: 'bug',
    retry: false,
    says: 'The server failed because of a defect.',
    fix: 'Report it, with the line of the log that has this request id.',
  },
  'api/bad-tokens': {
    kind: 'usage',
    retry: false,
    says: 'The tokens of the server are not valid.',
    fix: 'Run canonist serve token ROLE NAME, which prints a valid line; the role is read, write or admin.',
  },
  'api/open-to-all': {
    kind: 'usage',
    retry: false,
    says: 'Without tokens the server listens on loopback only.',
    fix: 'Pass --tokens FILE or set CANONIST_TOKEN, or listen on 127.0.0.1.',
  },
  'api/cannot-listen': {
    kind: 'unavailable',
    retry: false,
    says: 'The server cannot listen on this address.',
    fix: 'Pass another --host or --port. Port 0 picks a free one.',
  },
} as const satisfies Record<string, ApiErrorEntry>

export type ApiErrorCode = keyof typeof API_ERRORS

/** The server refuses a request, or cannot start. */
export class ApiError extends CodedError<ApiErrorCode> {
  override readonly name = 'ApiError'
  readonly status: number

  constructor(code: ApiErrorCode, options?: CodedErrorOptions) {
    super(API_ERRORS, code, options)
    const row: ApiErrorEntry = API_ERRORS[code]
    this.status = row.status ?? toHttpStatus(row.kind)
  }
}
