import type { NetErrorCode } from '../errors.ts'
import { Stop } from './stop.ts'

/** The stage of an exchange. */
export type Stage = 'dns' | 'connect' | 'headers' | 'body'

/** What the codes of Node, c-ares and undici mean here. */
const MEANINGS = new Map<string, NetErrorCode>(
  Object.entries({
    ENOTFOUND: 'dns_failed',
    ENODATA: 'dns_failed',
    EAI_AGAIN: 'dns_failed',
    EAI_FAIL: 'dns_failed',
    EAI_NODATA: 'dns_failed',
    EAI_NONAME: 'dns_failed',
    ESERVFAIL: 'dns_failed',
    EREFUSED: 'dns_failed',
    EFORMERR: 'dns_failed',
    ENOTIMP: 'dns_failed',
    EBADNAME: 'dns_failed',
    EBADRESP: 'dns_failed',
    ETIMEOUT: 'dns_timeout',
    ECONNREFUSED: 'connect_refused',
    EHOSTUNREACH: 'connect_failed',
    EHOSTDOWN: 'connect_failed',
    ENETUNREACH: 'connect_failed',
    ENETDOWN: 'connect_failed',
    EADDRNOTAVAIL: 'connect_failed',
    EACCES: 'connect_failed',
    EPERM: 'connect_failed',
    EMFILE: 'connect_failed',
    EAFNOSUPPORT: 'connect_failed',
    EINVAL: 'connect_failed',
    ECONNRESET: 'reset',
    ECONNABORTED: 'reset',
    EPIPE: 'reset',
    EPROTO: 'tls_error',
    UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
    UND_ERR_HEADERS_TIMEOUT: 'headers_timeout',
    UND_ERR_BODY_TIMEOUT: 'read_timeout',
    UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
    UND_ERR_RES_EXCEEDED_MAX_SIZE: 'body_too_large',
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'truncated',
    UND_ERR_SOCKET: 'reset',
    UND_ERR_INFO: 'reset',
    UND_ERR_ABORT: 'aborted',
    UND_ERR_ABORTED: 'aborted',
    UND_ERR_CLOSED: 'aborted',
    UND_ERR_DESTROYED: 'aborted',
    ABORT_ERR: 'aborted',
    HPE_HEADER_OVERFLOW: 'headers_too_large',
    HPE_INVALID_EOF_STATE: 'truncated',
    Z_BUF_ERROR: 'truncated',
    ERR_STREAM_PREMATURE_CLOSE: 'truncated',
    TIMEOUT_ERR: 'total_timeout',
  } as const),
)

/** Families of codes, for those that are too many to list. */
const FAMILIES: readonly (readonly [RegExp, NetErrorCode])[] = [
  [
    /^(?:CERT_|ERR_TLS_|ERR_SSL_|ERR_OSSL|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_|CRL_)/,
    'tls_error',
  ],
  [/^HPE_/, 'protocol_error'],
  [/^(?:Z_|ZSTD_|ERR__ERROR_|ERR_BROTLI_)/, 'bad_encoding'],
  [/^EAI_/, 'dns_failed'],
]

/** The code for unknown errors, by stage. */
const OTHERWISE: Readonly<Record<Stage, NetErrorCode>> = {
  dns: 'dns_failed',
  connect: 'connect_failed',
  headers: 'protocol_error',
  body: 'truncated',
}

/** Codes whose meaning depends on the stage. */
const BY_STAGE = new Map<string, Partial<Record<Stage, NetErrorCode>>>(
  Object.entries({
    // For the system this is always a failed connection; a caller's own function runs everything in one stage.
    ETIMEDOUT: { dns: 'dns_timeout', connect: 'connect_timeout', headers: 'connect_timeout', body: 'read_timeout' },
    // While a name is being looked up, it is the DNS server that refuses.
    ECONNREFUSED: { dns: 'dns_failed' },
    // The server closed the connection cleanly: before the headers it is a reset, after them the body is truncated.
    UND_ERR_SOCKET: { body: 'truncated' },
    // Before a byte of the body, it is the headers that contradict themselves.
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { headers: 'protocol_error' },
  }),
)

/** Errors without a code, by their names. */
const NAMES = new Map([
  ['AbortError', 'ABORT_ERR'],
  ['TimeoutError', 'TIMEOUT_ERR'],
])

/**
 * Maps errors of Node, undici and callers to our codes. The only place that does.
 *
 * @example toNetErrorCode(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'connect') // 'connect_refused'
 */
export function toNetErrorCode(error: unknown, stage: Stage): NetErrorCode {
  if (error instanceof Stop) return error.code
  const code = readCode(error)
  return (
    BY_STAGE.get(code)?.[stage] ??
    MEANINGS.get(code) ??
    FAMILIES.find(([family]) => family.test(code))?.[1] ??
    OTHERWISE[stage]
  )
}

function readCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error.name === 'HTTPParserError') return readParserCode(error)
  // fetch() hides the real error in the cause of a TypeError.
  const beneath = error.cause === error ? undefined : error.cause
  return NAMES.get(error.name) ?? readCode(beneath)
}

/** undici should give these errors a code, but looks it up the wrong way round. Empty data means that the input ended. */
function readParserCode(error: Error): string {
  return 'data' in error && error.data === '' ? 'HPE_INVALID_EOF_STATE' : 'HPE_OTHER'
}
