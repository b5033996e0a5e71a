import type { Tier } from '../policy/terms.ts'
import { PART_REPAIRS, TEXT_REPAIRS } from './parse.ts'
import { getCompiledPolicy, type KnownPolicy } from './policy.ts'
import type { RuleIdentity } from './rule.ts'
import { MEANING_RULES, SPELLING_RULES, listInOrder } from './rule-order.ts'
import { addScheme } from './rules/add-scheme.ts'
import { keepPlain } from './rules/keep-plain.ts'
import { rewrite } from './rules/rewrite.ts'
import { unwrapRedirector } from './rules/unwrap-redirector.ts'

/** One rule of the catalogue. */
export interface RuleInfo {
  readonly id: string
  readonly tier: Tier
  readonly summary: string
}

// Here and not beside the rules, so that a bundle that only normalizes leaves the sentences out.
const SUMMARIES: Readonly<Record<string, string>> = {
  'add-default-port': 'The port that the scheme implies is written out.',
  'add-scheme': 'The scheme that the policy names is put in front of a URL without one.',
  'add-trailing-slash': 'A slash is put at the end of the path, unless its last segment has a dot.',
  'add-www': 'The label "www" is put in front of the host name; addresses, single labels and www2 stay.',
  'ascii-host': 'An internationalized host name is written in its ASCII form (punycode, UTS 46).',
  'collapse-slashes': 'Slashes in a row inside the path become one, but not those that begin a URL inside the path.',
  'decode-host': 'Percent-escapes in the host are decoded; a host does not need them.',
  'decode-unreserved': 'Escapes of letters, digits, "-", ".", "_" and "~" are decoded.',
  'encode-characters': 'Characters that are not allowed in a path, query or fragment are percent-encoded as UTF-8.',
  'encode-userinfo': 'User name and password are percent-encoded; empty ones are dropped.',
  'escape-stray-percent': 'A % that does not begin an escape is written %25.',
  'escape-unsafe': 'Vertical bars, braces, carets, backticks and backslashes of the query are percent-encoded.',
  'ip-to-host': 'An IP address is replaced by the host name that the policy lists for it.',
  'ipv4-host': 'An IPv4 address in octal, hex or with fewer than four numbers is written as four decimal numbers.',
  'ipv6-host': 'An IPv6 address is written in its shortest form, in lower case.',
  'keep-plain': 'If the rules of a policy loop on a URL, only the safe rules are applied.',
  'limit-scheme':
    'The scheme that the policy names replaces the other one; a port that the old scheme implied is removed.',
  'lowercase-host': 'The host is written in lower case.',
  'lowercase-path': 'ASCII letters of the path are written in lower case; percent-escapes stay.',
  'lowercase-scheme': 'The scheme is written in lower case.',
  'remove-default-params': 'A query parameter whose value is its default is removed.',
  'remove-default-port': 'The port that the scheme implies is removed.',
  'remove-directory-index': 'The file name of a directory index (index.html) is removed.',
  'remove-dot-segments': 'The segments "." and ".." of the path are resolved.',
  'remove-empty-pairs': 'Empty pairs (nothing between two "&") are removed.',
  'remove-empty-query': 'A "?" with nothing after it is removed.',
  'remove-empty-values': 'Query parameters without a value ("a=" and "a") are removed.',
  'remove-fragment': 'The fragment is removed; routes ("#/", "#!") stay if the policy says so.',
  'remove-line-breaks': 'Tabs and line breaks inside the URL are removed, as browsers do.',
  'remove-session-params': 'Query parameters that carry a session (PHPSESSID, sid) are removed.',
  'remove-listed-params': 'Query parameters that the policy lists are removed.',
  'remove-tracking-params': 'Query parameters of the curated tracking list (utm_*, gclid) are removed.',
  'remove-unused-params': 'Query parameters that are not on the policy’s keep-only list are removed.',
  'remove-path-session':
    'Session identifiers in the path (";jsessionid=…", "/(S(…))/") are removed; other parameters stay.',
  'repair-port': 'An empty port and leading zeros of a port are dropped.',
  'repair-slashes': 'Exactly two slashes are written after the scheme, and backslashes in the path become slashes.',
  'replace-surrogates': 'Half of a surrogate pair is not a character and becomes U+FFFD.',
  rewrite: 'A path is replaced by the spelling that the policy names for it.',
  'add-root-slash': 'An empty path is written "/".',
  'strip-root-slash': 'A path that is only "/" is removed if no query follows.',
  'sort-query': 'Query parameters are sorted by name; parameters of one name keep their order.',
  'strip-host-dot': 'The dot at the end of a fully qualified host name is removed.',
  'strip-trailing-slash': 'All slashes at the end of the path are removed; the root stays "/".',
  'strip-userinfo': 'User name and password are removed.',
  'strip-www': 'The label "www" in front of the host name is removed, repeatedly if needed.',
  trim: 'Spaces and control characters around the URL are removed.',
  'unwrap-redirector': 'The URL of a known redirector is replaced by the URL it leads to.',
  'uppercase-escapes': 'The hex digits of percent-escapes are written in upper case.',
}

/** Every rule, in the order in which they run. */
export const rules: readonly RuleInfo[] = /* @__PURE__ */ listRules()

function listRules(): readonly RuleInfo[] {
  const jumps: RuleIdentity[] = [rewrite, keepPlain]
  const meaning = listInOrder(MEANING_RULES)
  const all = [...TEXT_REPAIRS, addScheme, ...PART_REPAIRS, ...SPELLING_RULES, unwrapRedirector, ...meaning, ...jumps]
  return Object.freeze(all.map(({ id, tier }) => Object.freeze({ id, tier, summary: SUMMARIES[id] ?? '' })))
}

/**
 * Lists the rules that a policy turns on outside its site sections, in the order in which they run. Repairs that the parser
 * makes in every URL are not among them.
 *
 * @example
 * listActiveRules('rfc3986').map(({ id }) => id).includes('sort-query') // false
 */
export function listActiveRules(policy: KnownPolicy): RuleInfo[] {
  const { completion, everywhere } = getCompiledPolicy(policy)
  const { spelling, meaning, unwrap, rewrite: jump } = everywhere
  const active = new Set([completion, ...spelling, ...listInOrder(meaning), unwrap, jump].map((rule) => rule?.id))
  return rules.filter(({ id }) => active.has(id))
}
