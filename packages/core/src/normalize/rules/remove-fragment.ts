import type { PolicyRule } from '../rule.ts'
import { FRAGMENT } from '../signs.ts'

export const removeFragment: PolicyRule = {
  id: 'remove-fragment',
  tier: 'lossy',
  concerns: FRAGMENT,
  runsIfSigned: true,
  isOn: ({ fragment }) => fragment !== 'keep',
  apply(url, { settings }) {
    if (settings.fragment === 'strip' || !isRoute(url.fragment)) url.fragment = ''
  },
}

/** A single-page application names its page after `#/` or `#!`. */
export const isRoute = (fragment: string): boolean => /^#[!/]/.test(fragment)
