import type { PolicyName } from './terms.ts'

/** What each built-in policy is for. Not beside the policies, so that a bundle that only normalizes leaves the sentences out. */
export const BUILT_IN_DESCRIPTIONS: Readonly<Record<PolicyName, string>> = {
  rfc3986: 'Normalizes spelling as RFC 3986 describes, with no lossy rule. For URLs you will fetch.',
  dedupe: 'A key for duplicates: no tracking, sorted parameters, no fragment; signed URLs keep their query.',
  links: 'Links that people wrote: spelling and tracking only; scheme, www, slashes, fragment and order stay.',
  sources: 'A registry of public sources: https, no session, no tracking, no fragment, no trailing slash.',
  'feed-aggressive':
    'The cleanest guess at a feed URL: no www, no trailing slash. A candidate to test on the network, not a proved URL.',
  'feed-moderate': 'A feed URL without tracking, fragment, duplicate slashes and trailing slash; www stays.',
  'feed-conservative': 'A feed URL without tracking, fragment and duplicate slashes; www and the trailing slash stay.',
}
