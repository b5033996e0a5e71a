import type { PolicyRule } from '../rule.ts'
import { DOUBLE_SLASH, ENDS_IN_SLASH, ROOT_ONLY } from '../signs.ts'

// Not those behind the scheme of a URL inside the path: an archive keeps "/web/2013/http://example.com/".
const RUNS_OF_SLASHES = /(?<!\/[a-z][a-z0-9+.-]*:)\/{2,}/gi

export const collapseSlashes: PolicyRule = {
  id: 'collapse-slashes',
  tier: 'lossy',
  concerns: DOUBLE_SLASH,
  wakes: ENDS_IN_SLASH | ROOT_ONLY,
  isOn: ({ duplicateSlashes }) => duplicateSlashes === 'collapse',
  apply(url) {
    if (url.path.includes('//')) url.path = url.path.replace(RUNS_OF_SLASHES, '/')
  },
}
