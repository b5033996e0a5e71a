import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { CANONIST } from './command.mjs'

/** A crawl log with rules to learn. */
export const FORUM_LOG = fileURLToPath(new URL('../../examples/forum.jsonl', import.meta.url))

const TIMES = new Set(['learnedAt', 'expiry'])

/** The rules of sites that `canonist learn` finds in a log, with their evidence but without its dates. */
export function learnSites(log) {
  const text = execFileSync(process.execPath, [CANONIST, 'learn', '--quiet', log], { encoding: 'utf8' })
  return JSON.parse(text, (key, value) => (TIMES.has(key) ? undefined : value)).sites
}
