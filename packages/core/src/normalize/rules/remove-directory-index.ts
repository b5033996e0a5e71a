import type { PolicyRule } from '../rule.ts'
import { ENDS_IN_NAME, ENDS_IN_SLASH, ROOT_ONLY } from '../signs.ts'
import { trimTrailingSlashes } from './strip-trailing-slash.ts'

export const removeDirectoryIndex: PolicyRule = {
  id: 'remove-directory-index',
  tier: 'lossy',
  concerns: ENDS_IN_NAME | ENDS_IN_SLASH,
  wakes: ENDS_IN_SLASH | ROOT_ONLY,
  isOn: ({ directoryIndex }) => directoryIndex.length > 0,
  apply(url, { settings }) {
    for (;;) {
      // If trailing slashes are stripped as well, "/index.html/" will end in an index too.
      const path = settings.trailingSlash === 'strip' ? trimTrailingSlashes(url.path) : url.path
      // The end of the path rules out nearly every path, and is far cheaper than finding the last slash.
      if (!settings.directoryIndex.some((name) => path.endsWith(name))) return
      const nameStart = path.lastIndexOf('/') + 1
      if (!settings.directoryIndex.includes(path.slice(nameStart))) return
      url.path = path.slice(0, nameStart)
    }
  },
}
