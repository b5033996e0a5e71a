import { spellWord } from '../../ui/format.ts'

/** What the list of the queue is filtered by, as the address has it. */
export type QueueFilter = { readonly [Name in 'state' | 'reason' | 'host' | 'q']?: string | undefined }

/** The rows of a filter in words, after "URLs": ` in state dead, on a.example`. */
export function describeFilter({ state, reason, host, q }: QueueFilter): string {
  const parts = [
    state !== undefined && ` in state ${state}`,
    reason !== undefined && ` with reason ${spellWord(reason)}`,
    host !== undefined && ` on ${host}`,
    q !== undefined && ` that begin with ${q}`,
  ]
  return parts.filter((part) => part !== false).join(',')
}
