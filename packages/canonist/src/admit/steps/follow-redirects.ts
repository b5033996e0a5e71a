import { arrive } from '../arrival.ts'
import type { Step } from '../context.ts'
import { chooseWay, knownSlash } from '../slash-forms.ts'

/** Step 8: where the URL really leads. Without the network, only what is known of its slash. */
export const followRedirects: Step = async (draft, context) => {
  const { requests } = context
  if (requests !== null) return arrive(draft, context, requests, await chooseWay(draft, context, requests))
  const known = await knownSlash(draft, context)
  if (known === null) return
  draft.rewrite('keep-trailing-slash', known)
  draft.notes.add('trailing_slash_kept:known')
}
