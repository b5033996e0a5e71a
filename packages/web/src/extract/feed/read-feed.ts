import type { CommonDocument } from '../common-document.ts'
import { removeDuplicates } from '../declared.ts'
import { filterByRel } from '../link-header.ts'
import type { FeedClaims, FeedDocument, FeedFormat } from './feed-document.ts'
import { readJsonFeed } from './json-feed.ts'
import { readXmlFeed } from './xml-feed.ts'

/** The feed in a document of this format, or null where it is none after all. */
export function readFeed(common: CommonDocument, format: FeedFormat, url: string): FeedDocument | null {
  const claims = format === 'json' ? readJsonFeed(common.text, url) : readXmlFeed(common.text, format, url)
  return claims === null ? null : toDocument(common, format, claims)
}

function toDocument(common: CommonDocument, format: FeedFormat, claims: FeedClaims): FeedDocument {
  const ofHeader = filterByRel(common.linkHeader, 'self').map(({ raw, url }) => ({ raw, url }))
  return {
    ...common,
    ...claims,
    kind: 'feed',
    format,
    selfs: removeDuplicates([...ofHeader, ...claims.selfs]),
    // Beginnings may be equal where the rest is not.
    signature: common.isCut ? null : claims.signature,
  }
}
