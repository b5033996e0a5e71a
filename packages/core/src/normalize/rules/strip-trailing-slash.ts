import type { PolicyRule } from '../rule.ts'
import { ENDS_IN_SLASH, ROOT_ONLY } from '../signs.ts'

export const stripTrailingSlash: PolicyRule = {
  id: 'strip-trailing-slash',
  tier: 'usually-safe',
  concerns: ENDS_IN_SLASH,
  wakes: ROOT_ONLY,
  isOn: ({ trailingSlash }) => trailingSlash === 'strip',
  apply(url) {
    if (url.path.length > 1 && url.path.endsWith('/')) url.path = trimTrailingSlashes(url.path)
  },
}

export function trimTrailingSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path.charCodeAt(end - 1) === 0x2f) end--
  return path.slice(0, end)
}
