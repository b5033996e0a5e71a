/** How requests fail, and in which words. */
export { NET_ERRORS, rewordForCommand, type NetErrorCode } from '../../net/errors.ts'
export { isSilence } from '../../net/politeness/silence.ts'
export { isRedirect } from '../../net/redirect-status.ts'
