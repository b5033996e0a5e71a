/**
 * What `rfc3986` must make of a text, said by the platform's own URL parser and the contract's sentence on escapes: "WHATWG's
 * serialisation with percent-escapes in path, query and fragment upper-cased and unreserved characters decoded; an escaped
 * hex digit stays escaped when it directly follows a stray %, or a stray % and one hex digit."
 */
export function expectedUrl(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  const { href } = url
  const pathStart = href.indexOf('/', url.protocol.length + 2)
  return (
    href.slice(0, pathStart) +
    href
      .slice(pathStart)
      .split(/([?#])/)
      .map(respell)
      .join('')
  )
}

const isHexDigit = (char: string | undefined): boolean => char !== undefined && /^[0-9A-Fa-f]$/.test(char)
const isUnreserved = (char: string): boolean => /^[A-Za-z0-9\-._~]$/.test(char)

/** Character by character, quite unlike the expressions in src/url/escapes.ts. */
function respell(text: string): string {
  if (!text.includes('%')) return text
  let spelled = ''
  /** How many characters ago a stray % stood, counting hex digits only; 0 where none is near. */
  let behindStray = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (char !== '%') {
      behindStray = behindStray === 1 && isHexDigit(char) ? 2 : 0
      spelled += char
    } else if (isHexDigit(text[at + 1]) && isHexDigit(text[at + 2])) {
      const escape = text.slice(at, at + 3).toUpperCase()
      const decoded = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
      const stays = !isUnreserved(decoded) || (behindStray > 0 && isHexDigit(decoded))
      spelled += stays ? escape : decoded
      behindStray = 0
      at += 2
    } else {
      behindStray = 1
      spelled += char
    }
  }
  return spelled
}
