import { findSettings, type Policy } from '@canonist/core'
import { findRegistrableDomain } from '@canonist/web/internal/net/gate/registrable-domain'

/** Writes the sentence that must accompany a home page or section page: that of the site in the policy, else that of all. */
export function writeQualifier(policy: Policy, url: string): string {
  const host = (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')
  const words: Readonly<Record<string, string>> = { '{host}': host, '{name}': guessSiteName(host) }
  return findSettings(policy, url).citation.qualifier.replace(/\{host\}|\{name\}/g, (word) => words[word] ?? word)
}

/** `SEPE` for sepe.es, `Imserso` for imserso.gob.es: short names are abbreviations as a rule; a policy knows better. */
function guessSiteName(host: string): string {
  const label = (findRegistrableDomain(host) ?? host).split('.', 1)[0] ?? host
  return label.length <= 4 ? label.toUpperCase() : label.charAt(0).toUpperCase() + label.slice(1)
}
