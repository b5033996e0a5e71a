/** How requests fail, and in which words. */
export { NET_ERRORS, rewordForCommand, type NetErrorCode } from '@canonist/web/internal/net/errors'
export { isSilence } from '@canonist/web/internal/net/politeness/silence'
export { isRedirect } from '@canonist/web/internal/net/redirect-status'
