import { createHash } from 'node:crypto'
import { readDocument, type Document } from '../extract/document.ts'
import type { Followed } from '../resolve/follow.ts'

/** Where a request came to rest, and what was served there. */
export interface Landing {
  readonly ok: true
  /** The URL to remember: where it ended, or where the first temporary redirect began if those are not to count. */
  readonly url: string
  /** Every URL on the way there. */
  readonly via: readonly string[]
  /** Where temporary redirects led from there, if those are not to count. */
  readonly beyond: readonly string[]
  readonly isTemporary: boolean
  readonly body: Uint8Array
  readonly isCut: boolean
  readonly totalBytes: number | null
  /** Read when it is first needed: equal bytes need no reading. */
  readonly document: () => Document
  readonly hash: () => Promise<string>
}

export type HashFn = (bytes: Uint8Array) => string | Promise<string>

const TEMPORARY = new Set([302, 303, 307])

export function landingOf(
  from: string,
  answer: Followed,
  temporaryRedirects: 'follow' | 'keep',
  hashFn: HashFn = sha256,
): Landing {
  const steps = [from, ...answer.hops.map(({ to }) => to)]
  const firstTemporary = answer.hops.findIndex(({ status }) => TEMPORARY.has(status))
  const rest = temporaryRedirects === 'keep' && firstTemporary !== -1 ? firstTemporary : steps.length - 1
  const url = rest === steps.length - 1 ? answer.url : (steps[rest] ?? answer.url)
  const { body, isCut, totalBytes, headers } = answer
  return {
    ok: true,
    url,
    via: [...new Set([...steps, answer.url])],
    beyond: steps.slice(rest + 1),
    isTemporary: firstTemporary !== -1,
    body,
    isCut,
    totalBytes,
    document: once(() => readDocument({ url: answer.url, headers, body, isCut })),
    hash: once(async () => hashFn(body)),
  }
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
