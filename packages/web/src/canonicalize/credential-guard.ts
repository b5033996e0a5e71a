import { dropsCredential, findCredentials } from '@canonist/core/internal/credentials/credentials'
import type { Content } from './content.ts'
import type { Input } from './read-input.ts'

/**
 * Protects the credentials of the input, such as the token of a private podcast: a URL without them may serve less, or the same today, and is
 * never the canonical URL of one with them.
 */
export interface CredentialGuard {
  /**
   * Whether a URL has every credential of the input.
   *
   * @param content what the input served; null if nothing was requested yet. In a feed, more counts as a credential
   */
  mayReplace(url: string, content: Content | null): boolean
  /** Whether a URL must not be published, nor be listed as another spelling of a URL. */
  isPrivate(url: string, content: Content | null): boolean
}

export function createCredentialGuard({ url: inputUrl, credentials }: Input): CredentialGuard {
  // User and password are sent as a header, so they are no part of the URL: they belong to its host.
  const host = credentials === null ? null : readHost(inputUrl)
  return {
    mayReplace: (url, content) =>
      (host === null || readHost(url) === host) &&
      !isTrueOf(content, (isFeed) => dropsCredential(inputUrl, url, { isFeed })),
    isPrivate: (url, content) =>
      (host !== null && readHost(url) === host) ||
      isTrueOf(content, (isFeed) => findCredentials(url, { isFeed }).length > 0),
  }
}

const readHost = (url: string): string => new URL(url).host.replace(/^www\./, '')

/** Reads the document only if its kind decides. */
function isTrueOf(content: Content | null, judge: (isFeed: boolean) => boolean): boolean {
  return judge(false) || (content !== null && judge(true) && content.document().kind === 'feed')
}
