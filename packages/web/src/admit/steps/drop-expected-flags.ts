import type { Context } from '../context.ts'
import type { Draft } from '../draft.ts'
import { EXPECTED, formatExpectation } from '../expectations.ts'
import { readHost } from '../url-parts.ts'

/** Turns flags that a reviewer marked as expected for this host or page into notes, so that they need no review again. */
export async function dropExpectedFlags(draft: Draft, { facts }: Context): Promise<void> {
  for (const flag of draft.flags) {
    const name = formatExpectation(flag, draft.url)
    const fact = name === null ? null : await facts.read(readHost(draft.url), name)
    if (fact?.value !== EXPECTED) continue
    draft.flags.delete(flag)
    draft.notes.add(`expected:${flag}`)
  }
}
