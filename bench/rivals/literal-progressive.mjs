// The idea of progressive canonicalization taken literally: self URL always fetched, variants of one source, redirects
// followed and compared by content alone, https tried at the very end, hashes of the bytes only.
import { createHash } from 'node:crypto'
import { cleanliness, normalize } from '@canonist/core'

const PRESETS = ['feed-aggressive', 'feed-moderate', 'feed-conservative']
const SELF = /rel="self" href="([^"]+)"/

const hash = (body) => createHash('sha256').update(body).digest('hex')

/** @param get follows redirects: `(url) => Promise<{ ok, url, body }>` */
export async function canonicalizeLiterally(input, get, maxRequests = 3) {
  let left = maxRequests
  const ask = async (url) => (left-- > 0 ? get(url) : { ok: false })
  const response = await get(input)
  if (!response.ok) return null
  const wanted = hash(response.body)
  const self = SELF.exec(response.body)?.[1]
  const declared = self !== undefined && self !== response.url ? await ask(self) : { ok: false }
  const source = declared.ok && hash(declared.body) === wanted ? self : response.url
  const found = await testVariants(source, response.url, wanted, ask)
  if (!found.startsWith('http:')) return found
  const upgraded = await ask(found.replace('http:', 'https:'))
  return upgraded.ok && hash(upgraded.body) === wanted ? found.replace('http:', 'https:') : found
}

async function testVariants(source, response, wanted, ask) {
  const variants = [...new Set(PRESETS.map((preset) => normalize(source, preset)))]
  for (const variant of variants.toSorted((a, b) => cleanliness(b) - cleanliness(a))) {
    if (variant === source) continue
    if (variant === response) return response
    const answer = await ask(variant)
    if (answer.ok && hash(answer.body) === wanted) return variant
  }
  return source
}
