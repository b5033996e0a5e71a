/** A piece of a policy text, and what it is. */
export interface Token {
  readonly kind: 'plain' | 'key' | 'value' | 'comment'
  readonly text: string
  /** The policy is not valid here. */
  readonly isWrong?: boolean
}

const COMMENT = /(?:^|\s)#.*$/
/** A key at the beginning of a line, perhaps of an item. */
const KEY = /^(?<lead>\s*(?:- +)*)(?<key>"[^"]*"|'[^']*'|[^\s:{}[\],#"'-][^:{}[\],#]*)(?<colon>:)(?=\s|$)/
/** A key inside `{ … }`. */
const FLOW_KEY = /([{,]\s*)([\w-]+)(:)/
const PUNCTUATION = /([{}[\],]+)/

/**
 * Colours a policy: keys, values and comments. It reads lines, not YAML, so invalid YAML is coloured too.
 *
 * @param wrongKey the last part of the path at which the policy is not valid
 */
export function highlightPolicy(text: string, wrongKey?: string): Token[] {
  const tokens: Token[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) tokens.push({ kind: 'plain', text: '\n' })
    tokens.push(...highlightLine(line, wrongKey))
  }
  return tokens
}

function highlightLine(line: string, wrongKey: string | undefined): Token[] {
  const start = COMMENT.exec(line)?.index ?? line.length
  const [code, comment] = [line.slice(0, start), line.slice(start)]
  const { lead = '', key, colon = '' } = KEY.exec(code)?.groups ?? {}
  const head: Token[] =
    key === undefined
      ? []
      : [
          { kind: 'plain', text: lead },
          { kind: 'key', text: key, isWrong: key.replaceAll(/^["']|["']$/g, '') === wrongKey },
          { kind: 'plain', text: colon },
        ]
  const rest = code.slice(head.reduce((sum, { text }) => sum + text.length, 0))
  const tokens: Token[] = [...head, ...highlightValue(rest, wrongKey), { kind: 'comment', text: comment }]
  return tokens.filter(({ text }) => text !== '')
}

function highlightValue(text: string, wrongKey: string | undefined): Token[] {
  const [before, open = '', key, colon = ''] = splitAt(text, FLOW_KEY)
  if (key === undefined) return highlightPlainValue(text)
  const rest = text.slice(before.length + open.length + key.length + colon.length)
  return [
    ...highlightPlainValue(before),
    { kind: 'plain', text: open },
    { kind: 'key', text: key, isWrong: key === wrongKey },
    { kind: 'plain', text: colon },
    ...highlightValue(rest, wrongKey),
  ]
}

const highlightPlainValue = (text: string): Token[] =>
  text.split(PUNCTUATION).map((part) => ({ kind: PUNCTUATION.test(part) ? 'plain' : 'value', text: part }))

/** What is before the first match, and its groups. */
function splitAt(text: string, pattern: RegExp): [before: string, ...groups: (string | undefined)[]] {
  const match = pattern.exec(text)
  return match === null ? [text] : [text.slice(0, match.index), ...match.slice(1)]
}
