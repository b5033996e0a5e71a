/** A text as the name of a test: readable in any terminal, and not too long for one line. */
export function show(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/[^ -~]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
  return escaped.length > 150 ? `${escaped.slice(0, 100)}…${escaped.slice(-40)}` : escaped
}
