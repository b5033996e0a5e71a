/** What requests say they are, unless they are told; robots.txt may speak of it by this name. */
export const DEFAULT_USER_AGENT = 'canonist'
