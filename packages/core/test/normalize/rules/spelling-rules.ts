import { definePolicy } from '../../../src/index.ts'
import type { RuleTable } from './rule-table.ts'

const policy = 'rfc3986'

/** How a path, query and fragment are spelled. */
export const SPELLING_RULES: readonly RuleTable[] = [
  {
    rule: 'escape-stray-percent',
    policy: definePolicy({ name: 'escape', strayPercent: 'escape' }),
    acts: [
      { why: 'a % at the end', input: 'https://e.com/100%', becomes: 'https://e.com/100%25' },
      { why: 'one hex digit is not enough', input: 'https://e.com/%5', becomes: 'https://e.com/%255' },
      { why: 'then nothing needs keeping apart', input: 'https://e.com/%5%41', becomes: 'https://e.com/%255A' },
      { why: 'everywhere behind the host', input: 'https://e.com/?%#%', becomes: 'https://e.com/?%25#%25' },
    ],
    spares: [
      { why: 'an escape', input: 'https://e.com/%20' },
      { why: 'an escaped %', input: 'https://e.com/%25' },
      { why: 'a % in the password', input: 'https://u:100%@e.com/' },
    ],
  },
  {
    rule: 'escape-stray-percent',
    policy,
    acts: [],
    spares: [{ why: 'off unless asked for', input: 'https://e.com/100%' }],
  },
  {
    rule: 'escape-unsafe',
    policy: definePolicy({ name: 'unsafe', query: { unsafe: 'escape', sort: true } }),
    acts: [
      { why: 'each of them', input: 'https://e.com/?|{}^`\\', becomes: 'https://e.com/?%7C%7B%7D%5E%60%5C' },
      { why: 'in a URL that needs the parser', input: 'HTTPS://e.com/?a|b', becomes: 'https://e.com/?a%7Cb' },
      { why: 'before sorting', input: 'https://e.com/?A=1&|=2', becomes: 'https://e.com/?%7C=2&A=1' },
      { why: 'of a signed URL too', input: 'https://e.com/?sig=1&b=|', becomes: 'https://e.com/?sig=1&b=%7C' },
    ],
    spares: [
      { why: 'escaped already', input: 'https://e.com/?a=%7Cb' },
      { why: 'path and fragment', input: 'https://e.com/a|b#c|{d}' },
      { why: 'brackets', input: 'https://e.com/?a[0]=1' },
    ],
  },
  {
    rule: 'escape-unsafe',
    policy,
    acts: [],
    spares: [{ why: 'off unless asked for', input: 'https://e.com/?|{}^`\\' }],
  },
  {
    rule: 'uppercase-escapes',
    policy,
    acts: [
      { why: 'lower case', input: 'https://e.com/%c3%b1', becomes: 'https://e.com/%C3%B1' },
      { why: 'mixed', input: 'https://e.com/?%2f%Af#%fA', becomes: 'https://e.com/?%2F%AF#%FA' },
      { why: 'behind a stray %', input: 'https://e.com/%%c3', becomes: 'https://e.com/%%C3' },
    ],
    spares: [
      { why: 'upper case', input: 'https://e.com/%C3%B1' },
      { why: 'no escape: one digit', input: 'https://e.com/%c' },
      { why: 'no escape: not hex', input: 'https://e.com/%cg' },
      { why: 'user name and password', input: 'https://%c3:%b1@e.com/' },
    ],
  },
  {
    rule: 'decode-unreserved',
    policy,
    acts: [
      { why: 'a tilde', input: 'https://e.com/%7Eada', becomes: 'https://e.com/~ada' },
      { why: 'all kinds', input: 'https://e.com/%41%7a%30%2D%2E%5F%7e', becomes: 'https://e.com/Az0-._~' },
      { why: 'query and fragment', input: 'https://e.com/?%61=%62#%63', becomes: 'https://e.com/?a=b#c' },
      { why: 'beside octets that are not UTF-8', input: 'https://e.com/%E9%41', becomes: 'https://e.com/%E9A' },
      { why: 'behind a stray % and no hex digit', input: 'https://e.com/%g%41', becomes: 'https://e.com/%gA' },
      { why: 'what follows the one that stays', input: 'https://e.com/%%35%41', becomes: 'https://e.com/%%35A' },
    ],
    spares: [
      { why: 'reserved characters', input: 'https://e.com/%2F%3F%23%26%3D%2B%3A%40' },
      { why: 'an escaped %, however it goes on', input: 'https://e.com/%2541' },
      { why: 'it would complete %5', input: 'https://e.com/%5%41' },
      { why: 'it would begin an escape', input: 'https://e.com/%%41' },
      { why: 'user name and password', input: 'https://%41:%42@e.com/' },
    ],
  },
  {
    rule: 'remove-dot-segments',
    policy,
    acts: [
      { why: 'one up', input: 'https://e.com/a/../b', becomes: 'https://e.com/b' },
      { why: 'not above the root', input: 'https://e.com/../../a', becomes: 'https://e.com/a' },
      { why: 'a directory keeps its slash', input: 'https://e.com/a/b/..', becomes: 'https://e.com/a/' },
      { why: 'a dot at the end', input: 'https://e.com/a/.', becomes: 'https://e.com/a/' },
      { why: 'an empty segment counts', input: 'https://e.com/a//../b', becomes: 'https://e.com/a/b' },
    ],
    spares: [
      { why: 'three dots are a name', input: 'https://e.com/a/.../b' },
      { why: 'a hidden file', input: 'https://e.com/.well-known/x' },
      { why: 'query and fragment', input: 'https://e.com/?a/../b#c/../d' },
      { why: 'an escaped slash parts nothing', input: 'https://e.com/a%2F..%2Fb' },
    ],
  },
  {
    rule: 'remove-dot-segments',
    policy: definePolicy({ name: 'dots', dotSegments: false }),
    acts: [],
    spares: [
      { why: 'off', input: 'https://e.com/a/../b/./c' },
      { why: 'off, and still decoded', input: 'https://e.com/a/%2e%2e/b', becomes: 'https://e.com/a/../b' },
    ],
  },
  {
    rule: 'remove-dot-segments',
    policy: definePolicy({ name: 'escaped dots', unreserved: 'keep' }),
    acts: [{ why: 'spelled as escapes', input: 'https://e.com/a/%2e%2E/b', becomes: 'https://e.com/b' }],
    spares: [{ why: 'an escaped dot inside a name', input: 'https://e.com/a%2Eb' }],
  },
  {
    rule: 'uppercase-escapes',
    policy: definePolicy({ name: 'case', escapeCase: 'keep' }),
    acts: [],
    spares: [{ why: 'off', input: 'https://e.com/%c3' }],
  },
]
