import { isSessionName } from './edits/session-name.ts'
import type { LearnedRule, RuleExample } from './types.ts'

const SHOWN = 4
const CUT = '...'
/** What is no longer than a shortened text opens no door. */
const LONGEST_SHOWN = SHOWN + CUT.length
/** A key has some 64 bits, 16 digits at least; and its letters and digits change places more often than those of words. */
const LEAST_RANDOM = 16
const LEAST_TURNS = 1 / 4

const PASSWORD = /pass(?:w|$)|^pwd$|secret/i
const PERMISSION = /token|ticket|auth|sig$|signature|hmac|nonce|csrf|xsrf|api.?key/i

/**
 * A URL that may be shown to others: without userinfo, and with what may be somebody's key or session cut short.
 *
 * @example hideSecrets('https://me:pw@example.com/?sid=d9f1c381517da768') // 'https://example.com/?sid=d9f1...'
 */
export function hideSecrets(url: string): string {
  const [start = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(url) ?? []
  const rest = url.slice(start.length).replaceAll(/([^/?#&;=()]*)=([^&;#/?]*)|[^/?#&;=()]+/g, hidePart)
  return start.replace(/\/\/.*@/, '//') + rest
}

function hidePart(part: string, name: string | undefined, value: string | undefined): string {
  return name === undefined || value === undefined ? hideRandom(part) : `${name}=${hideValue(name, value)}`
}

function hideValue(name: string, value: string): string {
  if (PASSWORD.test(name)) return CUT
  return isSessionName(name.toLowerCase()) || PERMISSION.test(name) ? shorten(value) : hideRandom(value)
}

const shorten = (text: string): string => (text.length <= LONGEST_SHOWN ? text : text.slice(0, SHOWN) + CUT)

const hideRandom = (text: string): string => (isRandom(text) ? shorten(text) : text)

/** Whether letters, capitals and digits take turns as no word or number has them. */
function isRandom(text: string): boolean {
  const letters = text.replaceAll(/%[0-9a-f]{2}|[^a-z0-9]/gi, '')
  const turns = letters.match(/(?<=[a-z])[A-Z0-9]|(?<=[A-Z])[a-z0-9]|(?<=\d)[A-Za-z]/g) ?? []
  return letters.length >= LEAST_RANDOM && turns.length >= letters.length * LEAST_TURNS
}

const hideInExample = ({ urls: [one, other], becomes }: RuleExample): RuleExample => ({
  urls: [hideSecrets(one), hideSecrets(other)],
  becomes: hideSecrets(becomes),
})

/** A rule with pairs of URLs that may be shown to others. */
export const withPublicExamples = <Rule extends LearnedRule>(rule: Rule): Rule => ({
  ...rule,
  examples: rule.examples.map(hideInExample),
  counterExamples: rule.counterExamples.map(hideInExample),
})
