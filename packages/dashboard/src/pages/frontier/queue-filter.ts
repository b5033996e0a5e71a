import { spellWord } from '../../ui/format.ts'

/** What the list of the queue is filtered by, as the address has it. Of reasons and classes there may be several, separated by commas. */
export type QueueFilter = {
  readonly [Name in 'state' | 'reason' | 'reasonClass' | 'host' | 'q']?: string | undefined
}

/** The rows of a filter in words, after "URLs": ` in state dead, on a.example`. */
export function describeFilter({ state, reason, reasonClass, host, q }: QueueFilter): string {
  const parts = [
    state !== undefined && ` in state ${state}`,
    reason !== undefined && ` with reason ${spellWords(reason)}`,
    reasonClass !== undefined && ` with a reason of class ${spellWords(reasonClass)}`,
    host !== undefined && ` on ${host}`,
    q !== undefined && ` that begin with ${q}`,
  ]
  return parts.filter((part) => part !== false).join(',')
}

const spellWords = (words: string): string => words.split(',').map(spellWord).join(' or ')
