import type { PolicyRule } from '../rule.ts'
import { ENDS_IN_NAME } from '../signs.ts'

export const addTrailingSlash: PolicyRule = {
  id: 'add-trailing-slash',
  tier: 'usually-safe',
  concerns: ENDS_IN_NAME,
  isOn: ({ trailingSlash }) => trailingSlash === 'add',
  apply(url) {
    if (url.path === '' || url.path.endsWith('/')) return
    if (!url.path.includes('.', url.path.lastIndexOf('/'))) url.path += '/'
  },
}
