import { NOT_AFTER_SCHEME } from '../../url/embedded-url.ts'
import type { PolicyRule } from '../rule.ts'
import { DOUBLE_SLASH, ROOT_ONLY } from '../signs.ts'

const RUNS_OF_SLASHES = new RegExp(`${NOT_AFTER_SCHEME}/{2,}`, 'g')

export const collapseSlashes: PolicyRule = {
  id: 'collapse-slashes',
  tier: 'lossy',
  concerns: DOUBLE_SLASH,
  wakes: ROOT_ONLY,
  isOn: ({ duplicateSlashes }) => duplicateSlashes === 'collapse',
  apply(url) {
    if (url.path.includes('//')) url.path = url.path.replace(RUNS_OF_SLASHES, '/')
  },
}
