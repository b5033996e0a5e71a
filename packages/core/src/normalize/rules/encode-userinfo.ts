import { USERINFO_SET, percentEncode } from '../../url/percent.ts'
import type { PartRepair } from '../rule.ts'

export const encodeUserinfo: PartRepair = {
  id: 'encode-userinfo',
  tier: 'safe',
  repair(url) {
    if (url.userinfo === '') return null
    const credentials = url.userinfo.slice(0, -1)
    const colon = credentials.indexOf(':')
    const user = percentEncode(colon === -1 ? credentials : credentials.slice(0, colon), USERINFO_SET)
    const password = colon === -1 ? '' : percentEncode(credentials.slice(colon + 1), USERINFO_SET)
    url.userinfo = user + (password === '' ? '' : `:${password}`) + (user === '' && password === '' ? '' : '@')
    return null
  },
}
