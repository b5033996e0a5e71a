import { createNormalizer, type Policy } from '@canonist/core'
import { readFoldedName, splitPairs } from '@canonist/web/internal/admit/pairs'
import { createSpellingPolicy, type Removals } from '@canonist/web/internal/admit/part-policies'
import { PATH_SESSION, listRemovedNames } from '@canonist/web/internal/admit/removed-names'

/** What may be changed in a link. */
export interface CertainChanges extends Removals {
  /** Whether the link is written as the policy spells it; else what stays keeps its spelling. */
  readonly spelling: boolean
}

const HAS_SECOND_QUERY = /^[^?#]*\?[^#]*\?[^#&=]*=/

/** `https://web.archive.org/web/2020/https://example.com/?utm_source=x` */
const HAS_URL_IN_PATH = /^[^?#]*[^?#:/]\/+https?:\/+[^?#]/i

/**
 * Whether the path of a link is the URL of another page, as in links to archives: the query is that page's, and the archive has
 * it under this very URL.
 */
export const holdsOtherUrl = (url: string): boolean => HAS_URL_IN_PATH.test(url)

/** Returns a link with only the changes that are certain without a request. */
export type CertainUrl = (url: string, changes: CertainChanges) => string

export function createCertainUrl(policy: Policy): CertainUrl {
  const normalizers = new Map<string, ReturnType<typeof createNormalizer>>()
  const getNormalizer = (removals: Removals): ReturnType<typeof createNormalizer> => {
    const key = `${removals.tracking} ${removals.session}`
    const normalizer = normalizers.get(key) ?? createNormalizer(createSpellingPolicy(policy, removals))
    normalizers.set(key, normalizer)
    return normalizer
  }
  return (url, changes) => {
    const text = url.trim()
    const normalize = getNormalizer(changes)
    const spelled = normalize(text)
    if (spelled === null) return url
    // A second "?" begins the parameters of another URL, or was meant as "&": what belongs to which is not certain.
    if ((changes.tracking || changes.session) && (HAS_SECOND_QUERY.test(text) || holdsOtherUrl(text))) return url
    if (changes.spelling) return spelled
    const plain = getNormalizer({ tracking: false, session: false })(text) ?? spelled
    const cut = removeParameters(text, new Set(listRemovedNames(plain, spelled).map(readFoldedName)), changes.session)
    // If the edited text means anything else than the removal, use the normalized spelling.
    return normalize(cut) === spelled && getNormalizer({ tracking: false, session: false })(cut) === spelled
      ? cut
      : spelled
  }
}

/** The text without the parameters of these names, all else as it is written. */
function removeParameters(text: string, names: ReadonlySet<string>, hasSession: boolean): string {
  const [, path = '', query, fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? []
  const kept = splitPairs(text).filter((pair) => !names.has(readFoldedName(pair)))
  const isWhole = query === undefined || kept.length === splitPairs(text).length
  const rest = isWhole ? (query ?? '') : kept.length === 0 ? '' : `?${kept.join('&')}`
  return `${hasSession ? path.replace(PATH_SESSION, '') : path}${rest}${fragment}`
}

/** A fragment stays with the link, as it stays with a visitor who is redirected. */
export function addFragment(target: string, url: string): string {
  return target.includes('#') ? target : `${target}${/#.*$/s.exec(url.trim())?.[0] ?? ''}`
}
