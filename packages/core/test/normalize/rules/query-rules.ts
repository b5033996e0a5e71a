import { definePolicy } from '../../../src/index.ts'
import type { RuleTable } from './rule-table.ts'

const SIGNED = 'https://e.com/f?X-Amz-Signature=ab&utm_source=x&b=2&a=1&&'

/** Pairs of the query. Under each policy a pair that the rule leaves keeps its spelling. */
export const QUERY_RULES: readonly RuleTable[] = [
  {
    rule: 'remove-session-params',
    policy: definePolicy({ name: 'session', session: true, query: { keep: ['sid'] } }),
    acts: [
      { why: 'PHP', input: 'https://e.com/?PHPSESSID=0a&a=1', becomes: 'https://e.com/?a=1' },
      { why: 'ASP, which makes up names', input: 'https://e.com/?ASPSESSIONIDQQARCDTB=X', becomes: 'https://e.com/' },
      { why: 'ColdFusion', input: 'https://e.com/?CFID=1&CFTOKEN=2', becomes: 'https://e.com/' },
      { why: 'whatever calls itself so', input: 'https://e.com/?oldSession=1', becomes: 'https://e.com/' },
      { why: 'spelled with escapes', input: 'https://e.com/?%50HPSESSID=1', becomes: 'https://e.com/' },
    ],
    spares: [
      { why: 'the policy keeps it', input: 'https://e.com/?sid=7' },
      { why: 'the day of a session', input: 'https://e.com/?session_date=2024' },
      { why: 'a value', input: 'https://e.com/?a=PHPSESSID' },
    ],
  },
  {
    rule: 'remove-listed-params',
    policy: definePolicy({
      name: 'list',
      query: { strip: ['ref', 'x_*', '/^v\\d+$/', 'caf\u00e9', 'a b'], keep: ['x_keep'] },
    }),
    acts: [
      { why: 'a name', input: 'https://e.com/?a=1&ref=x&b=2', becomes: 'https://e.com/?a=1&b=2' },
      { why: 'in any case', input: 'https://e.com/?REF', becomes: 'https://e.com/' },
      { why: 'a family', input: 'https://e.com/?x_=1&x_y=2&x_y_z', becomes: 'https://e.com/' },
      { why: 'an expression', input: 'https://e.com/?v12=1&V3', becomes: 'https://e.com/' },
      { why: 'a name outside ASCII', input: 'https://e.com/?caf\u00e9=1', becomes: 'https://e.com/' },
      { why: 'a name with a space', input: 'https://e.com/?a%20b=1', becomes: 'https://e.com/' },
      { why: 'compared after one decoding', input: 'https://e.com/?r%65f=1', becomes: 'https://e.com/' },
      { why: 'every time it stands there', input: 'https://e.com/?ref&a&ref=2', becomes: 'https://e.com/?a' },
      {
        why: 'the rest keeps its spelling',
        input: 'https://e.com/?ref&q=a+b%20c%E9&&flag',
        becomes: 'https://e.com/?q=a+b%20c%E9&&flag',
      },
    ],
    spares: [
      { why: 'a longer name', input: 'https://e.com/?referrer=1&preref=2' },
      { why: 'keep beats strip', input: 'https://e.com/?x_keep=1' },
      { why: 'a plus is not a space in a name', input: 'https://e.com/?a+b=1' },
      { why: 'decoded twice it would be ref', input: 'https://e.com/?r%2565f=1' },
      { why: 'no name at all', input: 'https://e.com/?=ref' },
      { why: 'a semicolon parts no pairs', input: 'https://e.com/?a;ref=1' },
    ],
  },
  {
    rule: 'remove-tracking-params',
    policy: definePolicy({ name: 'tracking', query: { tracking: 'core', keep: ['utm_id'] } }),
    acts: [
      { why: 'a family', input: 'https://e.com/?utm_source=a&utm_anything=b', becomes: 'https://e.com/' },
      { why: 'a click', input: 'https://e.com/?id=1&gclid=x', becomes: 'https://e.com/?id=1' },
      { why: 'in any case', input: 'https://e.com/?UTM_Source=x', becomes: 'https://e.com/' },
      { why: 'spelled with escapes', input: 'https://e.com/?%75tm%5Fsource=x', becomes: 'https://e.com/' },
    ],
    spares: [
      { why: 'the family without its underscore', input: 'https://e.com/?utm=33' },
      { why: 'keep beats tracking', input: 'https://e.com/?utm_id=7' },
      { why: 'risky names', input: 'https://e.com/?ref=a&source=b&origin=c&via=d' },
      { why: 'in the fragment', input: 'https://e.com/#utm_source=x' },
    ],
  },
  {
    rule: 'remove-tracking-params',
    policy: definePolicy({ name: 'extended', query: { tracking: 'extended' } }),
    acts: [
      { why: 'riskier names', input: 'https://e.com/?ref=a&source=b&ref_src=c&id=1', becomes: 'https://e.com/?id=1' },
    ],
    spares: [{ why: 'origin and via are no tracking', input: 'https://e.com/?origin=c&via=d' }],
  },
  {
    rule: 'remove-unused-params',
    policy: definePolicy({ name: 'only', query: { keepOnly: ['id', 'p*'], keep: ['lang'] } }),
    acts: [
      { why: 'not on the list', input: 'https://e.com/?id=1&fakefoo=fakebar', becomes: 'https://e.com/?id=1' },
      { why: 'no name', input: 'https://e.com/?=1', becomes: 'https://e.com/' },
    ],
    spares: [
      { why: 'on the list', input: 'https://e.com/?ID=1&page=2' },
      { why: 'keep beats keepOnly', input: 'https://e.com/?lang=es' },
      { why: 'on the list, without a value', input: 'https://e.com/?id' },
      { why: 'an empty pair is no parameter', input: 'https://e.com/?id&&p' },
    ],
  },
  {
    rule: 'remove-default-params',
    policy: definePolicy({
      name: 'defaults',
      query: { keep: ['sort'], defaults: { sort: 'ascending', Page: '1', id: '', q: 'a b', '': '0' } },
    }),
    acts: [
      { why: 'the default', input: 'https://e.com/?sort=ascending&a', becomes: 'https://e.com/?a' },
      { why: 'names in any case', input: 'https://e.com/?SORT=ascending&page=1', becomes: 'https://e.com/' },
      { why: 'an empty value', input: 'https://e.com/?id=', becomes: 'https://e.com/' },
      { why: 'no value is an empty value', input: 'https://e.com/?id', becomes: 'https://e.com/' },
      { why: 'a value spelled with escapes', input: 'https://e.com/?q=a%20b', becomes: 'https://e.com/' },
      {
        why: 'a name spelled with escapes',
        input: 'https://e.com/?%5Fa&s%C3%B6&p%61ge=1',
        becomes: 'https://e.com/?_a&s%C3%B6',
      },
      { why: 'no name is a name too', input: 'https://e.com/?=0&=1', becomes: 'https://e.com/?=1' },
    ],
    spares: [
      { why: 'another value', input: 'https://e.com/?sort=descending&page=11' },
      { why: 'values are compared in their case', input: 'https://e.com/?sort=Ascending' },
      { why: 'another name', input: 'https://e.com/?order=ascending' },
      { why: 'no pair at all', input: 'https://e.com/?' },
    ],
  },
  {
    rule: 'remove-empty-values',
    policy: definePolicy({ name: 'values', query: { emptyValues: 'strip' } }),
    acts: [
      { why: 'a= and a', input: 'https://e.com/?a=&b=1&c', becomes: 'https://e.com/?b=1' },
      { why: 'only the sign', input: 'https://e.com/?=', becomes: 'https://e.com/' },
    ],
    spares: [
      { why: 'a value', input: 'https://e.com/?a=0&b==' },
      { why: 'a value without a name', input: 'https://e.com/?=a' },
      { why: 'empty pairs are for another rule', input: 'https://e.com/?a=1&&b=1' },
    ],
  },
  {
    rule: 'remove-empty-pairs',
    policy: definePolicy({ name: 'pairs', query: { empty: 'strip' } }),
    acts: [
      { why: 'between, before and behind', input: 'https://e.com/?&a&&b&', becomes: 'https://e.com/?a&b' },
      { why: 'nothing else', input: 'https://e.com/?&&', becomes: 'https://e.com/' },
    ],
    spares: [
      { why: 'no value', input: 'https://e.com/?a=&b&=' },
      { why: 'a lone ? is for another rule', input: 'https://e.com/?', becomes: 'https://e.com/' },
    ],
  },
  {
    rule: 'sort-query',
    policy: definePolicy({ name: 'sort', query: { sort: true } }),
    acts: [
      { why: 'by name', input: 'https://e.com/?b=1&a=2', becomes: 'https://e.com/?a=2&b=1' },
      {
        why: 'repeated names keep their order',
        input: 'https://e.com/?b=2&a=9&b=1&a=8',
        becomes: 'https://e.com/?a=9&a=8&b=2&b=1',
      },
      { why: 'capitals first: code units', input: 'https://e.com/?a&B', becomes: 'https://e.com/?B&a' },
      {
        why: 'the raw name: an escape begins with %',
        input: 'https://e.com/?a&%C3%A9',
        becomes: 'https://e.com/?%C3%A9&a',
      },
      {
        why: 'the name, not the pair: "=" would sort behind "-"',
        input: 'https://e.com/?a-b&a=1',
        becomes: 'https://e.com/?a=1&a-b',
      },
      {
        why: 'names that share more than four letters',
        input: 'https://e.com/?abcde&abcd&abcdd',
        becomes: 'https://e.com/?abcd&abcdd&abcde',
      },
      { why: 'an empty pair has the least name', input: 'https://e.com/?b&&a', becomes: 'https://e.com/?&a&b' },
      {
        why: 'many pairs',
        input: `https://e.com/?${'t s r q p o n m l k j i h g f e d c b a'.replaceAll(' ', '&')}`,
        becomes: `https://e.com/?${'a b c d e f g h i j k l m n o p q r s t'.replaceAll(' ', '&')}`,
      },
    ],
    spares: [
      { why: 'sorted', input: 'https://e.com/?a=2&a=1&b' },
      { why: 'one pair', input: 'https://e.com/?a' },
      { why: 'a semicolon parts no pairs', input: 'https://e.com/?b;a' },
    ],
  },
  {
    rule: 'remove-empty-query',
    policy: 'dedupe',
    acts: [{ why: 'a lone ?', input: 'https://e.com/a?', becomes: 'https://e.com/a' }],
    spares: [
      { why: 'a second ? is data', input: 'https://e.com/a??' },
      { why: 'in the fragment', input: 'https://e.com/a#?', becomes: 'https://e.com/a' },
    ],
  },
  ...[
    'remove-session-params',
    'remove-listed-params',
    'remove-tracking-params',
    'remove-unused-params',
    'remove-default-params',
    'remove-empty-values',
    'remove-empty-pairs',
    'sort-query',
  ].map((rule): RuleTable => {
    const everything = {
      tracking: 'core',
      strip: ['b'],
      keepOnly: ['x'],
      defaults: { a: '1' },
      sort: true,
      empty: 'strip',
      emptyValues: 'strip',
    } as const
    return {
      rule,
      policy: definePolicy({ name: 'guard', session: true, query: { ...everything, signed: 'guard' } }),
      acts: [],
      spares: [{ why: 'a signature covers the query', input: SIGNED }],
    }
  }),
]
