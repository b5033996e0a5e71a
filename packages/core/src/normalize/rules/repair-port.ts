import type { PartRepair } from '../rule.ts'

export const repairPort: PartRepair = {
  id: 'repair-port',
  tier: 'safe',
  repair(url) {
    if (url.port === '') return null
    const digits = url.port.slice(1)
    if (!/^[0-9]*$/.test(digits) || Number(digits) > 65535) return 'url/bad-port'
    url.port = digits === '' ? '' : `:${Number(digits)}`
    return null
  },
}
