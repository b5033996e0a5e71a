import fc from 'fast-check'
import { policies, type PolicyFields, type PolicyName, type PolicySpec } from '@canonist/core'
import type {
  ClassifySpec,
  HealthSpec,
  HostsSpec,
  LanguagesSpec,
  PolicyExample,
  QuerySpec,
  RewriteSpec,
  SiteSpec,
} from '@canonist/core/internal/policy/spec'

type Arbitrary<T> = fc.Arbitrary<T>

const pickOne = <const T>(...values: T[]): Arbitrary<T> => fc.constantFrom(...values)

/** Each field is there or not; a field that is `undefined` is left out. */
function partial<T extends object>(fields: {
  [Key in keyof T]-?: Arbitrary<Exclude<T[Key], undefined>>
}): Arbitrary<T> {
  return fc.record(fields, { requiredKeys: [] }) as Arbitrary<T>
}

const pickSome = <T>(values: readonly T[], most = 3): Arbitrary<T[]> =>
  fc.subarray([...values], { minLength: 1, maxLength: most })
const orNull = <T>(arbitrary: Arbitrary<T>): Arbitrary<T | null> => fc.option(arbitrary, { freq: 8, nil: null })

const PATTERNS = [
  'a',
  'B',
  'id',
  'ref',
  'utm_*',
  'utm_source',
  '*',
  '*id',
  'x_*',
  'a*c*e',
  'caf\u00e9',
  'caf%C3%A9',
  '%E9',
  'r%65f',
  'a b',
  'a[]',
  '%',
  '/^[a-c]$/',
  '/sess/i',
  '/^$/',
  '__proto__',
  'constructor',
  'PHPSESSID',
  'sig',
]

const EXCEPTED = ['*', 'e.*/*', '*/a*', 'www.*', '*?a=*', '*/%41*', '*%C3*', '*.example/', '*41*', '*25*&*']

const QUERY: Arbitrary<QuerySpec> = partial<QuerySpec>({
  tracking: pickOne('none', 'core', 'extended'),
  strip: orNull(pickSome(PATTERNS)),
  keep: orNull(pickSome(PATTERNS)),
  keepOnly: orNull(pickSome(PATTERNS)),
  defaults: orNull(
    fc.dictionary(
      pickOne('a', 'B', 'id', 'q', 'utm_source', 'caf%C3%A9', '', '__proto__'),
      pickOne('', '1', 'ascending', 'a b', '%', 'é'),
    ),
  ),
  except: orNull(pickSome(EXCEPTED)),
  sort: fc.boolean(),
  empty: pickOne('keep', 'strip'),
  emptyValues: pickOne('keep', 'strip'),
  unsafe: pickOne('keep', 'escape'),
  signed: pickOne('guard', 'ignore'),
})

// What a template or expression sets, and so what its result may use.
const MATCHES: readonly (readonly [match: string, ...variables: string[]])[] = [
  ['/a'],
  ['/'],
  ['/docs/$1', '$1'],
  ['/Docs/$*', '$*'],
  ['/x-$1', '$1'],
  ['/$1-*', '$1'],
  ['/$1-$2', '$1', '$2'],
  ['/a/$1/$2', '$1', '$2'],
  ['/$1?id=$2', '$1', '$2'],
  ['/b?$*', '$*'],
  ['/index.html'],
  ['/a/*'],
  ['/*-#1', '$1'],
  ['/#1/$2', '$1', '$2'],
  ['//e.com/$*', '$*'],
  ['//www.e.com/$1', '$1'],
  ['//$1.a.example/$*', '$1', '$*'],
  ['//a.example:8080/$*', '$*'],
  ['^/([a-z]+)/([0-9]+)$', '$1', '$2'],
  ['^/(?:a|b)/(.*)$', '$1'],
  ['^//([a-z]+)\\.e\\.com/(.*)$', '$1', '$2'],
]
const PIECES = [
  '/a',
  '/b',
  '/docs',
  '/index.html',
  '/(S(1))',
  ';jsessionid=1',
  '/..',
  '//',
  '?id=1',
  '&utm_source=1',
  '%41',
  '%5%41',
  '#x',
  '/A',
  '.',
]

const REWRITE: Arbitrary<RewriteSpec> = pickOne(...MATCHES).chain(([match, ...variables]) => {
  const withHost = /^\^?\/\//.test(match)
  const piece = variables.length > 0 ? fc.oneof(pickOne(...PIECES), pickOne(...variables)) : pickOne(...PIECES)
  return fc.array(piece, { maxLength: 4 }).map((pieces) => {
    const path = `/${pieces.join('').replace(/^\/+/, '')}`
    const to = withHost ? `//to.example${path}` : path
    return pieces.length > 3 ? { match, to, evidence: { seen: pieces.length } } : { match, to }
  })
})

const HOSTS = ['a.example', 'www.a.example', 'e.com', 'www.e.com', 'to.example', 'b\u00fccher.example']
// Refused, since an address may not lead to an address: rare, so that most policies are accepted.
const HOST_OR_ADDRESS = fc.oneof(
  { weight: 30, arbitrary: pickOne(...HOSTS) },
  { weight: 1, arbitrary: pickOne('192.0.2.2', '127.0.0.1') },
)

const FIELDS = {
  scheme: pickOne('keep', 'https', 'http'),
  www: pickOne('keep', 'strip', 'add'),
  hostDot: pickOne('keep', 'strip'),
  trailingSlash: pickOne('keep', 'strip', 'add'),
  rootSlash: pickOne('keep', 'strip'),
  fragment: pickOne('keep', 'strip', 'keep-routes'),
  dotSegments: fc.boolean(),
  duplicateSlashes: pickOne('keep', 'collapse'),
  directoryIndex: orNull(
    pickSome([
      'index.html',
      'default.asp',
      'a',
      'b',
      '(S(x))',
      '...',
      ';jsessionid=',
      'caf\u00e9',
      '%2E',
      '%5%41',
      'a b',
    ]),
  ),
  pathCase: pickOne('keep', 'lower'),
  userinfo: pickOne('keep', 'strip'),
  port: pickOne('strip-default', 'add-default'),
  strayPercent: pickOne('keep', 'escape'),
  escapeCase: pickOne('keep', 'upper'),
  unreserved: pickOne('keep', 'decode'),
  ipToHost: orNull(fc.dictionary(pickOne('192.0.2.1', '127.1', '::1', '0300.0.2.2'), HOST_OR_ADDRESS, { maxKeys: 3 })),
  session: fc.boolean(),
  unwrap: fc.boolean(),
  query: QUERY,
  rewrites: fc.option(fc.array(REWRITE, { maxLength: 2 }), { freq: 3, nil: null }),
} as const

const WORDS = orNull(pickSome(['es', 'ca', 'eu', 'page', 'pdf', 'tr\u00e1mite', '__proto__']))

/** What people or admission read: there or not, the URL is the same. */
const UNREAD = {
  $schema: fc.constant('policy.schema.json'),
  version: pickOne('1', '2.0.1'),
  description: pickOne('words', ''),
  languages: partial<LanguagesSpec>({
    prefer: WORDS,
    note: WORDS,
    tokens: orNull(fc.dictionary(pickOne('es', 'ca', '__proto__'), pickSome(['es', 'cas', 'cat']))),
    params: WORDS,
  }),
  pagination: fc.record({ params: WORDS }, { requiredKeys: [] }),
  classify: partial<ClassifySpec>({
    documentExtensions: WORDS,
    procedureWords: WORDS,
    idParams: WORDS,
    ids: orNull(pickSome(['BOE-A-*', '/^[0-9]{4}$/', 'id'])),
  }),
  citation: fc.record(
    { qualifier: pickOne('home page', ''), homePages: pickOne('last-resort', 'reviewed', 'never') },
    { requiredKeys: ['qualifier'] },
  ),
  health: partial<HealthSpec>({ priority: pickOne('P0', 'P1', 'P2') }),
  evidence: orNull(fc.array(fc.record({ seen: fc.nat(1000) }), { maxLength: 2 })),
} as const

const HOST_PATTERNS = orNull(pickSome(['boe.es', '*.gob.es', 'e.com', 'b\u00fccher.example']))

const HOSTS_OF_ADMISSION: Arbitrary<HostsSpec> = partial<HostsSpec>({
  allow: HOST_PATTERNS,
  block: HOST_PATTERNS,
  shorteners: HOST_PATTERNS,
  canonical: orNull(
    fc.dictionary(
      pickOne('e.com', 'a.example'),
      fc.oneof(pickOne('www.e.com'), fc.record({ host: pickOne('www.e.com'), verified: fc.constant(false as const) })),
    ),
  ),
})

const EXAMPLE: Arbitrary<PolicyExample> = fc.record(
  {
    input: pickOne('https://e.com/', 'mailto:a@e.com'),
    url: pickOne('https://e.com/'),
    invalid: fc.constant(true as const),
  },
  { requiredKeys: ['input'] },
)

const POLICY_FIELDS: Arbitrary<PolicyFields> = partial<PolicyFields>({ ...FIELDS, ...UNREAD })
/** A section says little, as people write them, or everything. */
const SECTION: Arbitrary<PolicyFields> = fc.oneof(
  POLICY_FIELDS,
  fc.subarray(Object.keys(FIELDS) as (keyof typeof FIELDS)[], { minLength: 1, maxLength: 3 }).chain((keys) => {
    const chosen = Object.fromEntries(keys.map((key) => [key, FIELDS[key] as Arbitrary<unknown>]))
    return fc.record(chosen) as Arbitrary<PolicyFields>
  }),
)

const PREFIXES = pickOne(
  '/',
  '/a',
  '/a/b',
  '/docs',
  '/Docs',
  '/docs/',
  '/caf\u00e9',
  '/%7Eu',
  '/index.html',
  '/;jsessionid=',
  '/..',
)
const DOMAINS = pickOne(
  'e.com',
  'www.e.com',
  'a.example',
  'b.a.example',
  'e.*',
  'www.e.*',
  'a.*',
  'com',
  'example',
  'google.com',
  'to.example',
  'b\u00fccher.example',
  '192.0.2.1',
  '[::1]',
  'localhost',
)

const SITE: Arbitrary<SiteSpec> = fc
  .tuple(SECTION, fc.option(fc.dictionary(PREFIXES, SECTION, { maxKeys: 2 }), { nil: undefined }))
  .map(makeSite)

function makeSite([fields, paths]: [PolicyFields, SiteSpec['paths']]): SiteSpec {
  return paths === undefined ? fields : { ...fields, paths }
}

const rarely = <T>(arbitrary: Arbitrary<T>): Arbitrary<T | undefined> =>
  fc.option(arbitrary, { freq: 3, nil: undefined })

const HEADER = {
  name: pickOne('random', 'a b', '\u00e9'),
  extends: fc.option(pickOne(...(Object.keys(policies) as PolicyName[])), { nil: undefined }),
  sites: fc.option(fc.dictionary(DOMAINS, SITE, { minKeys: 1, maxKeys: 3 }), { nil: undefined }),
  hosts: rarely(HOSTS_OF_ADMISSION),
  rules: rarely(
    orNull(fc.dictionary(pickOne('home-page', 'x'), pickOne('off', 'note', 'warning', 'error'), { maxKeys: 2 })),
  ),
  examples: rarely(fc.array(EXAMPLE, { maxLength: 2 })),
} as const satisfies Generators<Exclude<keyof PolicySpec, keyof PolicyFields | 'defaultScheme'>>

/** Drawn last, so that the draws before it stay what they were. */
const LATER = { defaultScheme: rarely(pickOne('https', 'http')) } as const satisfies Generators<'defaultScheme'>

type Generators<Keys extends keyof PolicySpec> = { readonly [Key in Keys]-?: Arbitrary<PolicySpec[Key]> }

/**
 * Any policy of the right shape; `definePolicy` may still refuse it for what it would do. Every field of the spec has its
 * generator here: the types and `random-policy.test.ts` see to it.
 */
export const randomPolicy: Arbitrary<PolicySpec> = fc.tuple(fc.record(HEADER), SECTION, fc.record(LATER)).map(makeSpec)

function makeSpec([header, fields, later]: [object, PolicyFields, object]): PolicySpec {
  const given = Object.entries({ ...header, ...later }).filter(([, value]) => value !== undefined)
  return { ...fields, ...Object.fromEntries(given) } as PolicySpec
}
