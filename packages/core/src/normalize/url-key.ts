import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import type { UrlKey } from '../url/stages.ts'
import { bindNormalize } from './normalize.ts'
import type { DefineInline, PolicyRef } from './policy.ts'
import { hashUrl } from './hash-url.ts'

type GetUrlKey = (input: string, policy?: PolicyRef) => UrlKey

export function bindUrlKey(idna: DomainToAscii | null, define: DefineInline | null): GetUrlKey {
  const normalize = bindNormalize(idna, define)
  return (input, policy = 'dedupe') => hashUrl(normalize(input, policy)) as UrlKey
}
