/** The default User-Agent; robots.txt may address it by this name. */
export const DEFAULT_USER_AGENT = 'canonist'
