interface Rule {
  readonly pattern: string
  readonly substitution: string
}

/** What Nutch makes of a URL with a regex-normalize.xml, as far as our files need it. */
export function runNutch(xml: string, url: string): string {
  return parseRules(xml).reduce((text, { pattern, substitution }) => replaceAll(text, pattern, substitution), url)
}

function parseRules(xml: string): Rule[] {
  const found = xml.matchAll(/<pattern>(.*?)<\/pattern>\s*<substitution>(.*?)<\/substitution>/gs)
  return [...found].map(([, pattern = '', substitution = '']) => ({
    pattern: unescape(pattern),
    substitution: unescape(substitution),
  }))
}

const unescape = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** What Heritrix makes of a URL with a canonicalization policy: each rule once, and only where it matches the whole URL. */
export function runHeritrix(xml: string, url: string): string {
  const found = xml.matchAll(/name="regex" value="(.*?)"\/>\s*<property name="format" value="(.*?)"\/>/gs)
  let text = url
  for (const [, regex = '', format = ''] of found) {
    text = text.replace(new RegExp(`^(?:${unescape(regex)})$`), unescape(format))
  }
  return text
}

/** `\G` is where the last match ended; JavaScript says that by the sticky flag. */
function replaceAll(text: string, pattern: string, substitution: string): string {
  const first = new RegExp(pattern.replaceAll('\\G(?!^)', '(?!)'), pattern.includes('\\G') ? '' : 'g')
  if (!pattern.includes('\\G')) return text.replace(first, substitution)
  const match = first.exec(text)
  if (match === null) return text
  const next = new RegExp(pattern.replaceAll('\\G(?!^)', ''), 'y')
  let result = text.slice(0, match.index) + match[0].replace(first, substitution)
  let at = match.index + match[0].length
  for (;;) {
    next.lastIndex = at
    const more = next.exec(text)
    if (more === null || more[0] === '') return result + text.slice(at)
    result += substitution.replaceAll(/\$(\d)/g, (_, group) => more[Number(group)] ?? '')
    at += more[0].length
  }
}
