import { classify } from '@canonist/core'
import type { Step } from '../context.ts'

/** Step 12: classifies the page, and flags it if it does not suit the purpose of the citation. */
export const classifyLink: Step = (draft, { rules, purpose }) => {
  const title = draft.page?.title ?? undefined
  const found = classify(draft.url, { policy: rules.policy, title })
  draft.classification = found
  if (purpose === null) return
  if (found.linkType === 'homepage') draft.flags.add('homepage_link')
  if (found.linkType === 'section') draft.flags.add('section_link')
}
