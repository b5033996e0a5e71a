// Every built-in policy, policies of your own, and the tables for internationalized host names.
import './es2019.js'
import { createNormalizer, definePolicy, hashUrl, policies, tryNormalize } from '@canonist/core'
import { readHost } from '@canonist/lists/internal/bulk/read-host'
import specs from 'policies-of-the-user'

const own = {}
for (const spec of specs) own[spec.name] = definePolicy(spec)

const normalizers = {}

function findPolicy(name) {
  if (Object.hasOwn(own, name)) return own[name]
  if (Object.hasOwn(policies, name)) return policies[name]
  throw new Error(
    `Policy "${name}" is unknown; use one of ${Object.keys(policies).concat(Object.keys(own)).join(', ')}.`,
  )
}

/** Returns null for null and for an invalid URL. */
export function normalize(url, name = 'dedupe') {
  if (url === null || url === undefined || name === null) return null
  const normalizer = (normalizers[name] = normalizers[name] || createNormalizer(findPolicy(name)))
  return normalizer(url)
}

const map = (value, change) => (value === null ? null : change(value))

export const key = (url, name) => map(normalize(url, name), hashUrl)

export const host = (url, name) => map(normalize(url, name), readHost)

export function same(a, b, name) {
  const [one, other] = [normalize(a, name), normalize(b, name)]
  return one === null || other === null ? null : one === other
}

export function error(url, name = 'dedupe') {
  if (url === null || url === undefined || name === null) return null
  const outcome = tryNormalize(url, findPolicy(name))
  return outcome.ok ? null : outcome.code
}
