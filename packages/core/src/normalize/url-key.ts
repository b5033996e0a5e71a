import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import type { UrlKey } from '../url/stages.ts'
import { normalizeWith } from './normalize.ts'
import type { Define, PolicyRef } from './policy.ts'
import { urlHash } from './url-hash.ts'

type GetUrlKey = (input: string, policy?: PolicyRef) => UrlKey

export function urlKeyWith(idna: DomainToAscii | null, define: Define | null): GetUrlKey {
  const normalize = normalizeWith(idna, define)
  return (input, policy = 'dedupe') => urlHash(normalize(input, policy)) as UrlKey
}
