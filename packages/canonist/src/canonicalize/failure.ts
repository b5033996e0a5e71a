import { NET_ERRORS, type NetErrorClass, type NetErrorCode } from '../net/errors.ts'
import type { Decision } from './decision.ts'
import type { FailedRequest } from './inquiry.ts'
import type { ErrorCode, NotCanonicalized } from './result.ts'

const BY_CLASS: Readonly<Record<Exclude<NetErrorClass, 'redirect'>, ErrorCode>> = {
  invalid: 'invalid_url',
  blocked: 'blocked',
  network: 'network',
  timeout: 'timeout',
  robots: 'blocked',
  busy: 'host_busy',
  aborted: 'aborted',
}

type Trouble = Pick<FailedRequest, 'message' | 'status'> & { readonly code: FailedRequest['code'] | ErrorCode }

export function failureOf({ inputUrl, inquiry }: Decision, { code, message, status }: Trouble): NotCanonicalized {
  return {
    ok: false,
    error: errorOf(code),
    message,
    ...(status === undefined ? {} : { status }),
    inputUrl,
    ...inquiry.report(),
  }
}

function errorOf(code: Trouble['code']): ErrorCode {
  if (!isNetError(code)) return code
  const group: NetErrorClass = NET_ERRORS[code].class
  return group === 'redirect' ? (code as ErrorCode) : BY_CLASS[group]
}

const isNetError = (code: string): code is NetErrorCode => Object.hasOwn(NET_ERRORS, code)

export function invalidInput(inputUrl: string): NotCanonicalized {
  const message = 'This is no http or https URL; write it in full, as in https://example.com/feed.'
  return { ok: false, error: 'invalid_url', message, inputUrl, requests: 0, hops: 0, warnings: [], attempts: [] }
}
