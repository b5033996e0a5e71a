import type { PolicyRule } from '../rule.ts'
import { ENDS_IN_NAME, ENDS_IN_SLASH, ROOT_ONLY } from '../signs.ts'
import { withoutTrailingSlashes } from './strip-trailing-slash.ts'

export const removeDirectoryIndex: PolicyRule = {
  id: 'remove-directory-index',
  tier: 'lossy',
  concerns: ENDS_IN_NAME | ENDS_IN_SLASH,
  wakes: ENDS_IN_SLASH | ROOT_ONLY,
  isOn: ({ directoryIndex }) => directoryIndex.length > 0,
  apply(url, { settings }) {
    for (;;) {
      // Where the last slash goes as well, "/index.html/" is about to end in an index too.
      const path = settings.trailingSlash === 'strip' ? withoutTrailingSlashes(url.path) : url.path
      // Nearly every path is told by its end, which is far cheaper than looking for the last slash.
      if (!settings.directoryIndex.some((name) => path.endsWith(name))) return
      const nameStart = path.lastIndexOf('/') + 1
      if (!settings.directoryIndex.includes(path.slice(nameStart))) return
      url.path = path.slice(0, nameStart)
    }
  },
}
