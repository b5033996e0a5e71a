/** A loop, not a regex: a class that holds the control characters reads as a mistake. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 0x7f) return false
  }
  return true
}
