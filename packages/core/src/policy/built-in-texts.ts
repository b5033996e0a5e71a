import type { PolicyName } from './terms.ts'

/** What each built-in policy is for. Not beside the policies, so that a bundle that only normalizes leaves the sentences out. */
export const BUILT_IN_DESCRIPTIONS: Readonly<Record<PolicyName, string>> = {
  rfc3986: 'What RFC 3986 and the URL standard promise to be the same: spelling only, fit for fetching.',
  dedupe: 'A key for duplicates: no tracking, sorted parameters, no fragment; signed URLs keep their query.',
  links: 'Links that people wrote: spelling and tracking only; scheme, www, slashes, fragment and order stay.',
  sources: 'A registry of public sources: https, no session, no tracking, no fragment, no trailing slash.',
  'feed-aggressive':
    'The cleanest guess at a feed URL: no www, no last slash. To be tested on the network, not trusted.',
  'feed-moderate': 'A feed URL without tracking, fragment, doubled slashes and last slash; www stays.',
  'feed-conservative': 'A feed URL without tracking, fragment and doubled slashes; www and the last slash stay.',
}
