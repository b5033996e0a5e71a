import { classify, tryNormalize, type LinkType } from '@canonist/core'
import type { Page } from '@canonist/registry/internal/registry/page-record'
import { isClear } from '@canonist/core/internal/text/is-clear'

/** What people should read about the type of a page. */
export interface ShownLinkType {
  /** The link type; null for a home page that is only a guess. */
  readonly shownLinkType: LinkType | null
}

export function addShownLinkType<Stored extends Pick<Page, 'canonicalUrl' | 'linkType'>>(
  page: Stored,
): Stored & ShownLinkType {
  return { ...page, shownLinkType: chooseLinkType(page) }
}

/** A type that is not `homepage` may be due to the title, which is not stored. */
function chooseLinkType({ canonicalUrl, linkType }: Pick<Page, 'canonicalUrl' | 'linkType'>): LinkType | null {
  if (linkType !== 'homepage') return linkType
  // A database may have been written by other programs.
  if (!tryNormalize(canonicalUrl, 'rfc3986').ok) return null
  const found = classify(canonicalUrl)
  return found.linkType === 'homepage' && !isClear(found) ? null : found.linkType
}
