import type { UrlParts } from '../../url/url-parts.ts'
import type { PolicyRule } from '../rule.ts'
import { NO_PATH, ROOT_ONLY } from '../signs.ts'

const isBare = (url: UrlParts): boolean => url.query === '' && url.fragment === ''

export const addRootSlash: PolicyRule = {
  id: 'add-root-slash',
  tier: 'safe',
  concerns: NO_PATH,
  runsIfSigned: true,
  isOn: () => true,
  apply(url, { settings }) {
    if (url.path === '' && !(settings.rootSlash === 'strip' && isBare(url))) url.path = '/'
  },
}

export const stripRootSlash: PolicyRule = {
  id: 'strip-root-slash',
  tier: 'safe',
  concerns: ROOT_ONLY,
  runsIfSigned: true,
  isOn: ({ rootSlash }) => rootSlash === 'strip',
  apply(url) {
    if (url.path === '/' && isBare(url)) url.path = ''
  },
}
