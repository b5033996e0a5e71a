import type { CanonicalizeOptions } from '../../../src/canonicalize/options.ts'
import type { CanonicalizeResult } from '../../../src/canonicalize/result.ts'

/** What a server of the little web answers. Several routes of one URL answer in turn, the last one for ever. */
export interface Route {
  readonly status?: number
  readonly location?: string
  readonly headers?: Readonly<Record<string, string>>
  /** `{n}` becomes the number of earlier requests. */
  readonly body?: string | Uint8Array
  /** Nobody answers: a Node error code. */
  readonly fails?: 'ECONNREFUSED' | 'ETIMEDOUT' | 'ERR_TLS_CERT_ALTNAME_INVALID' | 'ECONNRESET'
  /** Answers 401 without this header, and 200 with it. */
  readonly needsAuthorization?: string
}

export type Routes = Readonly<Record<string, Route | string | readonly Route[]>>

export interface Scenario {
  /** What is special about it: the name of the test. */
  readonly name: string
  readonly input: string
  /** By whole URL; a text is the body of a 200; what is not listed is a 404. */
  readonly web: Routes
  readonly options?: Omit<CanonicalizeOptions<number>, 'fetchFn' | 'dnsFn' | 'existsFn'>
  /** Addresses by host; all others are public. */
  readonly dns?: Readonly<Record<string, readonly string[]>>
  /** What the caller's database knows: a number, or the URL that it is known by. */
  readonly known?: Readonly<Record<string, number | string>>
  readonly url: string | null
  /** The reason, or the error where there is no URL. */
  readonly because: string
  readonly requests: number
  readonly also?: (result: CanonicalizeResult<number>) => void
  /** Why it cannot be played on real sockets; such a thing is tested elsewhere. */
  readonly simulatedOnly?: string
}
