import { explain } from '@canonist/core'
import type { Step } from '../context.ts'
import { addSlash } from '../url-parts.ts'
import { spell } from './spell.ts'

/** Step 2. */
export const writeHttps: Step = (draft, { rules }) => spell(draft, rules.parts.scheme)

/** Step 3. */
export const normalizeHost: Step = (draft, { rules }) => spell(draft, rules.parts.host)

/** Step 4. */
export const removeSession: Step = (draft, { rules }) => spell(draft, rules.parts.session)

/** Step 5. */
export const removeTracking: Step = (draft, { rules }) => spell(draft, rules.parts.tracking)

/** Step 6: the fragment is kept beside the URL. */
export const removeFragment: Step = (draft, { rules }) => {
  if (!draft.url.includes('#')) return
  const explanation = explain(draft.url, 'rfc3986')
  const fragment = explanation.ok ? explanation.fragment : null
  spell(draft, rules.parts.fragment)
  if (fragment === null) return
  if (draft.url.includes('#')) draft.fragment = fragment
  else draft.takeFragment(fragment)
}

/** Step 7: the URL to store if the network proves nothing better. */
export const removeSlash: Step = (draft, { rules }) => {
  const before = draft.url
  spell(draft, rules.parts.slash)
  draft.spelled = draft.url
  const slashed = addSlash(draft.url)
  const hadSlash = slashed !== null && /^[^?#]*\/(?:[?#]|$)/.test(before) && !/^https?:\/\/[^/]*$/.test(draft.url)
  draft.withSlash = hadSlash ? slashed : null
}
