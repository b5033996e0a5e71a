import type { PolicyRule } from '../rule.ts'
import { DOUBLE_SLASH, ENDS_IN_SLASH, ROOT_ONLY } from '../signs.ts'

export const collapseSlashes: PolicyRule = {
  id: 'collapse-slashes',
  tier: 'lossy',
  concerns: DOUBLE_SLASH,
  wakes: ENDS_IN_SLASH | ROOT_ONLY,
  sparesSigned: true,
  isOn: ({ duplicateSlashes }) => duplicateSlashes === 'collapse',
  apply(url) {
    if (url.path.includes('//')) url.path = url.path.replace(/\/{2,}/g, '/')
  },
}
