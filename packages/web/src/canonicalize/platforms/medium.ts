import type { Platform } from './platform.ts'

export const medium: Platform = {
  name: 'medium',
  domains: ['medium.com'],
  generators: ['medium'],
  // Where the reader came from, with dashes and numbers. `sk` is a key that opens a paid story: it stays.
  policy: { query: { strip: ['source'] } },
}
