/**
 * The most characters (UTF-16 code units) that a URL may have, as written, percent-encoded and normalized: as many as
 * Chrome opens. No rule makes more than three characters of one, so no text comes near the longest string of an engine
 * (2^29 characters in V8), and no expression near the end of its stack.
 * https://chromium.googlesource.com/chromium/src/+/main/docs/security/url_display_guidelines/url_display_guidelines.md
 */
export const MAX_URL_LENGTH = 2 ** 21

/** A shorter text cannot become too long when it is encoded: a character becomes at most three escapes, as in %E2%82%AC. */
export const MAX_UNENCODED_LENGTH = 2 ** 17
