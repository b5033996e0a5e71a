import type { Context } from '../context.ts'
import type { Draft } from '../draft.ts'
import { EXPECTED, expectation } from '../expectations.ts'
import { hostOf } from '../wire.ts'

/** A person has looked at it before: what is expected of a host or a page is told, and asked of nobody again. */
export async function settleFlags(draft: Draft, { facts }: Context): Promise<void> {
  for (const flag of draft.flags) {
    const name = expectation(flag, draft.url)
    const fact = name === null ? null : await facts.read(hostOf(draft.url), name)
    if (fact?.value !== EXPECTED) continue
    draft.flags.delete(flag)
    draft.notes.add(`expected:${flag}`)
  }
}
