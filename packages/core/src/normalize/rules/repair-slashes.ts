import type { PartRepair } from '../rule.ts'

/** https://url.spec.whatwg.org/#special-authority-slashes-state: any number of slashes of either kind is read as two. */
export const repairSlashes: PartRepair = {
  id: 'repair-slashes',
  tier: 'safe',
  repair(url) {
    url.slashes = '//'
    if (url.path.includes('\\')) url.path = url.path.replaceAll('\\', '/')
    return null
  },
}
