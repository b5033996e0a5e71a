import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The built command. */
export const CANONIST = fileURLToPath(new URL('../../packages/canonist/bin/canonist.js', import.meta.url))

if (!existsSync(new URL('../../packages/canonist/dist/cli/main.js', import.meta.url)))
  throw new Error('Canonist is not built; run "npm run build" first')
