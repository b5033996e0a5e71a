import { classify, settingsAt } from '@canonist/core'
import type { Context, Step } from '../context.ts'
import type { Draft } from '../draft.ts'
import { foldedName, nameOf, pairsOf } from '../pairs.ts'

/** Step 12: what kind of page it is, and whether it will do for what it is to be cited for. */
export const classifyLink: Step = (draft, { rules, purpose }) => {
  const title = draft.page?.title ?? undefined
  const found = classify(draft.url, { policy: rules.policy, title })
  draft.classification = found
  if (purpose === null) return
  if (found.linkType === 'homepage') draft.flags.add('homepage_link')
  if (found.linkType === 'section') draft.flags.add('section_link')
}

/** Parameters that stayed although the policy knows nothing of them. */
export function unknownParams({ url }: Draft, { rules }: Context): string[] {
  const { knowsParam, languages, pagination } = settingsAt(rules.policy, url)
  const known = new Set([...languages.params, ...pagination.params].map((name) => name.toLowerCase()))
  const names = pairsOf(url)
    .filter((pair) => pair !== '' && !known.has(foldedName(pair)))
    .map(nameOf)
  return [...new Set(names)].filter((name) => !knowsParam(name))
}
