import { removeDotSegments } from '../../url/dot-segments.ts'
import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

export const removeDots: PolicyRule = {
  id: 'remove-dot-segments',
  tier: 'usually-safe',
  concerns: UNRECOGNISED,
  isOn: ({ dotSegments }) => dotSegments,
  apply(url) {
    url.path = removeDotSegments(url.path)
  },
}
