// The learner of a core package: the built one of this repository, or the sources of another checkout.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const OWN_CORE = new URL('../../packages/core/', import.meta.url).pathname

/** The invented sites have a name of two labels below nothing. */
export const registrableDomain = (host) => host.split('.').slice(-2).join('.')

/**
 * @param folder a core package whose sources are to be run; without it, what this repository built
 * @returns a contestant, or null where that package has no learner
 */
export async function loadCanonist(folder) {
  const entry = entryOf(folder)
  if (entry === null) return null
  const { learnRules } = await import(entry.learn)
  const { createNormalizer, definePolicy } = await import(entry.core)
  async function learn(records, options = {}) {
    const result = await learnRules(records, { registrableDomain, ...options })
    return { apply: applierOf(result.policy), rules: countRules(result.policy), result }
  }
  const applierOf = (policy) => createNormalizer(definePolicy(policy))
  return { name: 'canonist `learnRules`', learn, applierOf }
}

function entryOf(folder) {
  const root = resolve(folder ?? OWN_CORE)
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const condition = folder === undefined ? 'default' : 'canonist-source'
  const fileOf = (name) => join(root, exports[name]?.[condition] ?? 'missing')
  if (!existsSync(fileOf('./learn'))) return null
  return { learn: pathToFileURL(fileOf('./learn')).href, core: pathToFileURL(fileOf('.')).href }
}

/** Sections of the policy, and what is written in them: about what a person would have to read. */
function countRules(value) {
  if (Array.isArray(value)) return value.length
  if (value === null || typeof value !== 'object') return 1
  const { examples, evidence, name, version, description, ...rest } = value
  return Object.values(rest).reduce((sum, part) => sum + countRules(part), 0)
}
