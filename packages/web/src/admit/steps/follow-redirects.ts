import { applyWalk } from '../apply-walk.ts'
import type { Step } from '../context.ts'
import { chooseWalk, findKnownSlash } from '../choose-walk.ts'

/** Step 8: follows redirects. Offline, it only applies known facts about the slash. */
export const followRedirects: Step = async (draft, context) => {
  const { requests } = context
  if (requests !== null) return applyWalk(draft, context, requests, await chooseWalk(draft, context, requests))
  const known = await findKnownSlash(draft, context)
  if (known === null) return
  draft.rewrite('keep-trailing-slash', known)
  draft.notes.add('trailing_slash_kept:known')
}
