/** Half a surrogate pair, which is no character, becomes U+FFFD. Not by the method of that name: older engines lack it. */
export function toWellFormed(text: string): string {
  return /[\ud800-\udfff]/.test(text) ? text.replace(/[\ud800-\udfff]/gu, '\ufffd') : text
}
