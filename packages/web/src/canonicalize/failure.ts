import { NET_ERRORS, type NetErrorClass, type NetErrorCode } from '../net/errors.ts'
import type { CanonicalizeContext } from './context.ts'
import type { FailedRequest } from './requester.ts'
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

export function createFailure(
  { inputUrl, requester }: CanonicalizeContext,
  { code, message, status }: Trouble,
): NotCanonicalized {
  return {
    ok: false,
    error: toErrorCode(code),
    message,
    ...(status === undefined ? {} : { status }),
    inputUrl,
    ...requester.report(),
  }
}

function toErrorCode(code: Trouble['code']): ErrorCode {
  if (!isNetError(code)) return code
  const group: NetErrorClass = NET_ERRORS[code].class
  return group === 'redirect' ? (code as ErrorCode) : BY_CLASS[group]
}

const isNetError = (code: string): code is NetErrorCode => Object.hasOwn(NET_ERRORS, code)

export function createInvalidInput(inputUrl: string): NotCanonicalized {
  const message = 'Not an http or https URL. Write it in full, as in https://example.com/feed.'
  return { ok: false, error: 'invalid_url', message, inputUrl, requests: 0, hops: 0, warnings: [], attempts: [] }
}
