import type { Followed } from '../resolve/follow.ts'
import type { Content } from './content.ts'

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
  readonly isCut: boolean
  readonly totalBytes: number | null
  readonly content: Content
}

const TEMPORARY = new Set([302, 303, 307])

export function landingOf(
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
