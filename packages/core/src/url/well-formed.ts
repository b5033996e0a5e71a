/** Replaces each half of a surrogate pair with U+FFFD. Older engines lack the built-in method of this name. */
export function toWellFormed(text: string): string {
  return /[\ud800-\udfff]/.test(text) ? text.replace(/[\ud800-\udfff]/gu, '\ufffd') : text
}
