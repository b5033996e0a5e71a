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
  const entry = findEntry(folder)
  if (entry === null) return null
  const { learnRules } = await import(entry.learn)
  const { createNormalizer, definePolicy } = await import(entry.core)
  async function learn(records, options = {}) {
    const result = await learnRules(records, { registrableDomain, ...options })
    return { apply: createApplier(result.policy), rules: countRules(result.policy), result }
  }
  const createApplier = (policy) => createNormalizer(definePolicy(policy))
  return { name: 'canonist `learnRules`', learn, createApplier }
}

function findEntry(folder) {
  const root = resolve(folder ?? OWN_CORE)
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const condition = folder === undefined ? 'default' : 'canonist-source'
  const resolveExport = (name) => join(root, exports[name]?.[condition] ?? 'missing')
  if (!existsSync(resolveExport('./learn'))) return null
  return { learn: pathToFileURL(resolveExport('./learn')).href, core: pathToFileURL(resolveExport('.')).href }
}

/** Sections of the policy, and what is written in them: about what a person would have to read. */
function countRules(value) {
  if (Array.isArray(value)) return value.length
  if (value === null || typeof value !== 'object') return 1
  const { examples, evidence, name, version, description, ...rest } = value
  return Object.values(rest).reduce((sum, part) => sum + countRules(part), 0)
}
