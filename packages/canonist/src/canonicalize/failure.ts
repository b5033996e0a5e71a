import { NET_ERRORS, type NetErrorClass } from '../net/errors.ts'
import type { Decision } from './decision.ts'
import type { Miss } from './inquiry.ts'
import type { ErrorCode, NotCanonicalized } from './result.ts'

const BY_CLASS: Readonly<Record<Exclude<NetErrorClass, 'redirect'>, ErrorCode>> = {
  invalid: 'invalid_url',
  blocked: 'blocked',
  network: 'network',
  timeout: 'timeout',
  robots: 'blocked',
  aborted: 'aborted',
}

type Trouble = Pick<Miss, 'message' | 'status'> & { readonly code: Miss['code'] | ErrorCode }

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
  if (code === null || !Object.hasOwn(NET_ERRORS, code)) return (code ?? 'network') as ErrorCode
  const net = code as keyof typeof NET_ERRORS
  const group: NetErrorClass = NET_ERRORS[net].class
  return group === 'redirect' ? (net as ErrorCode) : BY_CLASS[group]
}

export function invalidInput(inputUrl: string): NotCanonicalized {
  const message = 'This is no http or https URL; write it in full, as in https://example.com/feed.'
  return { ok: false, error: 'invalid_url', message, inputUrl, requests: 0, hops: 0, warnings: [], attempts: [] }
}
