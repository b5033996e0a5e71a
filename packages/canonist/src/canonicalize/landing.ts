import type { Followed } from '../resolve/follow.ts'
import type { Content } from './content.ts'

/** The URL where a request ended, and what was served there. */
export interface Landing {
  readonly ok: true
  /** The URL to remember: the last one, or the one before the first temporary redirect if `temporaryRedirects` is `keep`. */
  readonly url: string
  /** Every URL of the redirect chain. */
  readonly via: readonly string[]
  /** The URLs after `url`, if temporary redirects do not count. */
  readonly beyond: readonly string[]
  readonly isTemporary: boolean
  readonly isCut: boolean
  readonly totalBytes: number | null
  readonly content: Content
}

const TEMPORARY = new Set([302, 303, 307])

export function createLanding(
  from: string,
  answer: Omit<Followed, 'body'>,
  content: Content,
  temporaryRedirects: 'follow' | 'keep',
): Landing {
  const steps = [from, ...answer.hops.map(({ to }) => to)]
  const firstTemporary = answer.hops.findIndex(({ status }) => TEMPORARY.has(status))
  const rest = temporaryRedirects === 'keep' && firstTemporary !== -1 ? firstTemporary : steps.length - 1
  const url = rest === steps.length - 1 ? answer.url : (steps[rest] ?? answer.url)
  return {
    ok: true,
    url,
    via: [...new Set([...steps, answer.url])],
    beyond: steps.slice(rest + 1),
    isTemporary: firstTemporary !== -1,
    isCut: answer.isCut,
    totalBytes: answer.totalBytes,
    content,
  }
}
