import type { Platform } from './platform.ts'

export const mediawiki: Platform = {
  name: 'mediawiki',
  generators: ['mediawiki'],
  policy: {
    // Both change how an article looks and nothing of what it says.
    query: { strip: ['useskin', 'mobileaction'] },
    rewrites: [{ match: '/w/index.php?title=$1', to: '/wiki/$1' }],
  },
}
