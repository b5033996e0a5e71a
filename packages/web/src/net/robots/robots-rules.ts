import { toComparablePath, matchesPattern, parsePattern, type RobotsPattern } from './robots-pattern.ts'

interface RobotsRule {
  readonly allow: boolean
  readonly pattern: RobotsPattern
}

/** The rules of a robots.txt for one robot. */
export interface RobotsRules {
  /** Each pattern once, the strongest rule first: the first that matches decides. */
  readonly rules: readonly RobotsRule[]
  /** In seconds, as far as we honour it; null if there is none. */
  readonly crawlDelay: number | null
}

export const ALLOW_ALL: RobotsRules = { rules: [], crawlDelay: null }

/** For callers that wait; a crawler that does other work meanwhile can wait longer. */
const MAX_CRAWL_DELAY = 30

/**
 * How many characters of one path all patterns with a star may search together: 256 patterns search a path of 8,192 characters,
 * 20,000 a path of 100. It takes some 20 ms.
 */
const SEARCHED_CHARACTERS = 2 ** 21

/** One line of robots.txt with a field and a value. */
interface RobotsLine {
  readonly field: string
  readonly value: string
}

/** The agents that consecutive lines name, and the lines for them. */
interface Group {
  readonly agents: string[]
  readonly lines: RobotsLine[]
}

/**
 * Parses a robots.txt for the robot with a product token: all groups that name it together, else those for "*".
 * https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1
 *
 * @example isPathAllowed(parseRobots('User-agent: *\nDisallow: /a', 'canonist'), '/a/b') // false
 */
export function parseRobots(text: string, productToken: string, longestDelay = MAX_CRAWL_DELAY): RobotsRules {
  const groups = groupLines(readLines(text))
  const named = groups.filter(({ agents }) => agents.includes(productToken.toLowerCase()))
  const meant = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'))
  const lines = meant.flatMap((group) => group.lines)
  return { rules: sortRules(lines.flatMap(readRule)), crawlDelay: readCrawlDelay(lines, longestDelay) }
}

function* readLines(text: string): Iterable<RobotsLine> {
  for (const line of text.split(/\r\n|\r|\n/)) {
    // A byte order mark is white space to a regular expression.
    const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? []
    if (field !== '') yield { field: field.toLowerCase(), value: value.trim() }
  }
}

/** Only allow and disallow end the list of agents: other lines must not disturb (RFC 9309, 2.2.4). */
function groupLines(lines: Iterable<RobotsLine>): Group[] {
  const groups: Group[] = []
  let isNaming = false
  for (const line of lines) {
    if (line.field === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], lines: [] })
      groups.at(-1)?.agents.push(readProductToken(line.value))
      isNaming = true
    } else {
      groups.at(-1)?.lines.push(line)
      if (line.field === 'allow' || line.field === 'disallow') isNaming = false
    }
  }
  return groups
}

/** The name without version and contact: `Canonist/1.0 (+https://…)` is `canonist`. */
export function readProductToken(userAgent: string): string {
  return userAgent.replace(/^(\*|[a-z0-9_-]*).*$/is, '$1').toLowerCase()
}

function readRule({ field, value }: RobotsLine): RobotsRule[] {
  if (value === '' || (field !== 'allow' && field !== 'disallow')) return []
  return [{ allow: field === 'allow', pattern: parsePattern(value) }]
}

function readCrawlDelay(lines: readonly RobotsLine[], longest: number): number | null {
  const delays = lines.filter(({ field, value }) => field === 'crawl-delay' && /^[0-9]*\.?[0-9]+$/.test(value))
  if (delays.length === 0) return null
  return delays.reduce((most, { value }) => Math.min(longest, Math.max(most, Number(value))), 0)
}

/** The longest rule is the strongest, and of equally long ones those that allow. */
function sortRules(rules: readonly RobotsRule[]): RobotsRule[] {
  const byPattern = new Map<string, RobotsRule>()
  for (const rule of rules) {
    if (rule.allow || !byPattern.has(rule.pattern.text)) byPattern.set(rule.pattern.text, rule)
  }
  return [...byPattern.values()].toSorted(
    (a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow),
  )
}

/**
 * The strongest rule that matches decides; robots.txt itself may be read. A path that takes more work than
 * SEARCHED_CHARACTERS counts as disallowed.
 */
export function isPathAllowed({ rules }: RobotsRules, pathAndQuery: string): boolean {
  const path = toComparablePath(pathAndQuery)
  if (path === '/robots.txt') return true
  const budget = { left: SEARCHED_CHARACTERS }
  for (const { allow, pattern } of rules) {
    if (budget.left < 0) return false
    if (matchesPattern(pattern, path, budget)) return allow
  }
  return true
}
