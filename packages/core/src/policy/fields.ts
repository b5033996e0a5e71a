import { findPatternFault, findUrlGlobFault } from './pattern.ts'

/**
 * Describes one field of a policy. This is the only description: the validator reads it, and `npm run generate` makes the types with
 * their hover texts, the default settings, the JSON Schema and the tables of the reference page from it.
 */
export type Field = {
  /** For hover texts, the JSON Schema and the reference page; Markdown without links. */
  readonly about: string
} & (
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly byDefault: string | null }
  | { readonly kind: 'flag'; readonly byDefault: boolean }
  | { readonly kind: 'text'; readonly type: string; readonly fault?: (text: string) => string | null }
  | { readonly kind: 'only'; readonly value: boolean }
  | { readonly kind: 'free' }
  /** `whenEmpty` says why a list without items is refused. */
  | { readonly kind: 'list'; readonly of: Field; readonly mayBeEmptied: boolean; readonly whenEmpty?: string }
  | { readonly kind: 'map'; readonly of: Field; readonly mayBeEmptied: boolean }
  | { readonly kind: 'either'; readonly type: string; readonly of: readonly Field[] }
  | { readonly kind: 'object'; readonly type: string; readonly fields: Fields; readonly required: readonly string[] }
)
export type Fields = Readonly<Record<string, Field>>

// Every constant is made by a call marked as pure: a bundle that only normalizes leaves the tables out.
/** @param byDefault null where leaving the field out means something that no value says */
const choice = (about: string, byDefault: string | null, ...values: string[]): Field => ({
  kind: 'choice',
  about,
  values,
  byDefault,
})
const flag = (about: string, byDefault = false): Field => ({ kind: 'flag', about, byDefault })
/** @param type the TypeScript type of the text, where it has a name of its own */
const text = (about: string, fault?: (text: string) => string | null, type = 'string'): Field =>
  fault ? { kind: 'text', about, type, fault } : { kind: 'text', about, type }
const list = (about: string, of: Field): Field => ({ kind: 'list', about, of, mayBeEmptied: true })
const fixedList = (about: string, of: Field): Field => ({ kind: 'list', about, of, mayBeEmptied: false })
const map = (about: string, of: Field): Field => ({ kind: 'map', about, of, mayBeEmptied: true })
/** @param type the name of the TypeScript interface */
const object = (type: string, about: string, fields: Fields, ...required: string[]): Field => ({
  kind: 'object',
  type,
  about,
  fields,
  required,
})

const PATTERN = /* @__PURE__ */ text(
  'A parameter name, a glob or a `/regular expression/`.',
  findPatternFault,
  'Pattern',
)
const ID_PATTERN = /* @__PURE__ */ text('A word, a glob or a `/regular expression/`.', findPatternFault, 'Pattern')
const WORD = /* @__PURE__ */ text('A word.')

export const QUERY_FIELDS = /* @__PURE__ */ makeQueryFields()

function makeQueryFields() {
  return {
    tracking: choice(
      'Which part of the curated list of tracking parameters to remove.',
      'none',
      'none',
      'core',
      'extended',
    ),
    strip: list('Parameters to remove.', PATTERN),
    keep: list(
      'Parameters that no rule removes by name. Beats `keepOnly`, `strip`, `session` and `tracking`.',
      PATTERN,
    ),
    keepOnly: {
      kind: 'list',
      about: 'The only parameters to keep. Without this field every parameter is kept; an empty list is refused.',
      of: PATTERN,
      mayBeEmptied: true,
      whenEmpty: "is empty; write strip: ['*'] to drop every parameter",
    },
    defaults: map(
      'Values that mean the same as leaving the parameter out. Names are compared like patterns, values exactly, after one percent-decoding.',
      text('The default value.'),
    ),
    except: list(
      'URLs whose query stays as it is.',
      text('A glob for host, path and query: `*.example.com/feed?*`', findUrlGlobFault),
    ),
    sort: flag(
      'Sort parameters by name, by code units. Parameters with the same name keep their order, which has a meaning on many sites.',
    ),
    empty: choice('A lone `?`, and the empty pairs of `?a&&b`.', 'keep', 'keep', 'strip'),
    emptyValues: choice('Pairs without a value: `a=` and `a`.', 'keep', 'keep', 'strip'),
    unsafe: choice(
      'Vertical bars, braces, carets, backticks and backslashes. RFC 3986 allows none of them in a query; browsers leave them as they are.',
      'keep',
      'keep',
      'escape',
    ),
    signed: choice(
      'Whether to leave the scheme, host, path and query of a signed URL as they are, except for their spelling. Without this field a policy that edits queries guards signed URLs.',
      null,
      'guard',
      'ignore',
    ),
  } as const satisfies Fields
}

/** What people write beside the rules, in the file or in a section. */
export const LABEL_FIELDS = /* @__PURE__ */ makeLabelFields()

function makeLabelFields() {
  return {
    $schema: text('Where the JSON Schema is. For editors.'),
    version: text('Your own version number for the file.'),
    description: text('What the policy or the section is for.'),
    evidence: list(
      'The evidence for the fields beside it, as `learn` found it; `explain` shows it. Also allowed in a section. The normalizer never reads it, and it is not part of the fingerprint.',
      { kind: 'free', about: 'One piece of evidence.' },
    ),
  } as const satisfies Fields
}

export const POLICY_FIELDS = /* @__PURE__ */ makePolicyFields()

function makePolicyFields() {
  return {
    scheme: choice(
      'Write http and https URLs with this scheme. A port that the old scheme implied is removed.',
      'keep',
      'keep',
      'https',
      'http',
    ),
    www: choice(
      'The label `www` in front of a host name. `strip` repeats, and leaves at least two labels: `www.com` stays. `add` leaves addresses, single labels and `www2.` alone.',
      'keep',
      'keep',
      'strip',
      'add',
    ),
    hostDot: choice('The dot at the end of a fully qualified host name.', 'keep', 'keep', 'strip'),
    trailingSlash: choice(
      'Slashes at the end of a path. `strip` removes all of them, but the root stays `/`. `add` leaves a last segment with a dot alone.',
      'keep',
      'keep',
      'strip',
      'add',
    ),
    rootSlash: choice('The slash of a URL that has no other path, no query and no fragment.', 'keep', 'keep', 'strip'),
    fragment: choice(
      'The part after `#`. `keep-routes` keeps `#/…` and `#!…`, where single-page applications have their pages, and strips the rest.',
      'keep',
      'keep',
      'strip',
      'keep-routes',
    ),
    dotSegments: flag('Resolve `.` and `..` in paths.', true),
    duplicateSlashes: choice('Slashes in a row inside a path.', 'keep', 'keep', 'collapse'),
    directoryIndex: list(
      'File names of directory indexes, such as `index.html`. Each is one path segment, compared exactly.',
      text('A file name.', findSegmentFault),
    ),
    pathCase: choice(
      'The case of letters in the path. Use `lower` only for servers that treat `A` and `a` alike.',
      'keep',
      'keep',
      'lower',
    ),
    userinfo: choice('User name and password in front of the host.', 'keep', 'keep', 'strip'),
    port: choice(
      'Whether `:80` of http and `:443` of https are left out or written.',
      'strip-default',
      'strip-default',
      'add-default',
    ),
    strayPercent: choice('A `%` that does not begin an escape.', 'keep', 'keep', 'escape'),
    escapeCase: choice('The hex digits of escapes.', 'upper', 'keep', 'upper'),
    unreserved: choice('Escapes of letters, digits, `-`, `.`, `_` and `~`.', 'decode', 'keep', 'decode'),
    ipToHost: map(
      'The host name to write for an IP address. Canonist looks nothing up: these are facts that you know.',
      text('A host name.'),
    ),
    session: flag(
      'Remove session identifiers from the query (`PHPSESSID`, `sid`, `CFID` …) and from the path (`;jsessionid=…`, `/(S(…))/`).',
    ),
    unwrap: flag('Replace the URL of a known redirector with the URL that it leads to.'),
    query: object('QuerySpec', 'Rules for the query.', QUERY_FIELDS),
    rewrites: list(
      'Paths to replace with another spelling of the same page.',
      object(
        'RewriteSpec',
        'One rewrite.',
        {
          match: text('A template, or an anchored `^regular expression$`.'),
          to: text('What replaces a match.'),
          evidence: {
            kind: 'free',
            about: 'The evidence for the rewrite. The normalizer never reads it.',
          },
        },
        'match',
        'to',
      ),
    ),
    languages: object('LanguagesSpec', 'Which languages admission prefers, and how URLs spell them.', {
      prefer: list("Languages, best first. A file's own come before those of the policy that it extends.", WORD),
      note: list('Further languages whose versions admission looks for and records.', WORD),
      tokens: map(
        'How URLs spell a language, as a segment of the path or a value of the query. The first spellings of all lists belong together, and so do the second ones: `ca` with `es`, `cat` with `cas`.',
        fixedList('Spellings.', WORD),
      ),
      params: list('Names of parameters that choose the language.', WORD),
    }),
    pagination: object('PaginationSpec', 'How admission recognizes page numbers.', {
      params: list('Names of parameters that count pages.', WORD),
    }),
    classify: object('ClassifySpec', 'How admission tells an informative link from a home page.', {
      documentExtensions: list('File extensions of documents.', WORD),
      procedureWords: list(
        'Words of a title that name a procedure, compared without accents and case. Longer words with the same beginning count too: `grant` also matches `grants`.',
        WORD,
      ),
      idParams: list('Names of parameters that identify one thing, such as `id`.', WORD),
      ids: list('Identifiers of one thing: patterns for a segment of the path or a value of the query.', ID_PATTERN),
    }),
    citation: object(
      'CitationSpec',
      'How a home page or section page may be cited.',
      {
        qualifier: text(
          'The sentence with which a home page or section page may be cited. `{host}` becomes its host without `www.`, `{name}` the first label of its domain, in capitals if it has at most four letters: `SEPE`. A site section may have its own sentence.',
        ),
        homePages: choice(
          'Whether a home page may be cited where a topic has no better link. `last-resort`: yes, unless a reviewer has refused it. `reviewed`: only if a reviewer has allowed it. `never`: no. The topic stays a gap in any case.',
          'last-resort',
          'last-resort',
          'reviewed',
          'never',
        ),
      },
      'qualifier',
    ),
    health: object('HealthSpec', 'How links are watched.', {
      priority: choice(
        'How often a page is checked: daily, weekly or monthly. Without it: `P2`. A priority that you set for a page by hand takes precedence.',
        null,
        'P0',
        'P1',
        'P2',
      ),
    }),
  } as const satisfies Fields
}

const HOST_PATTERN = /* @__PURE__ */ text(
  'A domain that covers its subdomains, `*.domain`, or in `allow` a `*` for any public host.',
)

const HOSTS_FIELDS = /* @__PURE__ */ makeHostsFields()

function makeHostsFields() {
  return {
    allow: list(
      'Hosts that are allowed. `example.com` covers its subdomains; `*.example.com` covers example.com and below. `*` covers every public host; for findings it does not count as an allowlist, and a policy that extends this one and has its own list replaces it.',
      HOST_PATTERN,
    ),
    block: list('Hosts that are never allowed.', HOST_PATTERN),
    shorteners: list('Link shorteners. Their links are followed, and never stored.', HOST_PATTERN),
    canonical: map(
      'The host to write instead of a host: a name, or `{ host, verified: false }` if it has not been verified.',
      {
        kind: 'either',
        type: 'HostMapping',
        about: 'A host name, or one that was not verified.',
        of: [
          text('A host name.'),
          object(
            'UnverifiedHost',
            'A mapping that is not verified.',
            { host: text('A host name.'), verified: { kind: 'only', value: false, about: 'Not verified.' } },
            'host',
            'verified',
          ),
        ],
      },
    ),
  } as const satisfies Fields
}

const EXAMPLE_FIELDS = /* @__PURE__ */ makeExampleFields()

function makeExampleFields() {
  return {
    input: text('A URL.'),
    url: text('The expected result. Without it, the input must stay unchanged.'),
    invalid: { kind: 'only', value: true, about: 'The input must be refused.' },
  } as const satisfies Fields
}

const SECTION = /* @__PURE__ */ makeSection()

function makeSection(): Field {
  return object('PolicyFields', 'The fields of a policy, for one path prefix.', { ...LABEL_FIELDS, ...POLICY_FIELDS })
}

export const SPEC_FIELDS = /* @__PURE__ */ makeSpecFields()

function makeSpecFields() {
  return {
    name: text('The name of the policy. It appears in explanations and is not part of the fingerprint.', (name) =>
      name.trim() === '' ? 'is empty' : null,
    ),
    extends: text(
      'A built-in policy, or `./file` (also `../file`), read from the folder of this file; without it `rfc3986`. `definePolicy` knows only the built-in policies: the command resolves files first.',
      undefined,
      'PolicyName | `./${string}`',
    ),
    ...LABEL_FIELDS,
    defaultScheme: choice(
      'The scheme of URLs that are written without one: `example.com/a`, `//example.com`. Without this field, such URLs are refused. A single word, such as `example`, is always refused.',
      null,
      'https',
      'http',
    ),
    ...POLICY_FIELDS,
    sites: {
      kind: 'map',
      about: 'Sections for single sites, by domain. A domain covers its subdomains; the longest match wins.',
      mayBeEmptied: false,
      of: object('SiteSpec', 'A site section.', {
        ...LABEL_FIELDS,
        ...POLICY_FIELDS,
        paths: {
          kind: 'map',
          about:
            'Sections by path prefix. A prefix ends at a segment: `/docs` covers `/docs` and `/docs/a`, not `/docs2`.',
          mayBeEmptied: false,
          of: SECTION,
        },
      }),
    },
    hosts: object('HostsSpec', 'Which hosts admission allows.', HOSTS_FIELDS),
    rules: map(
      'Which findings `validate` and `check` report, and at which level, by the id of the finding: `home-page: off`. Not part of the fingerprint.',
      {
        kind: 'choice',
        about: 'The level, or off.',
        values: ['off', 'note', 'warning', 'error'],
        byDefault: null,
      },
    ),
    examples: fixedList(
      'URLs and what they become. `canonist policy test` runs them.',
      object('PolicyExample', 'A URL and what the policy makes of it.', EXAMPLE_FIELDS, 'input'),
    ),
  } as const satisfies Fields
}

function findSegmentFault(segment: string): string | null {
  if (segment === '' || segment === '.' || segment === '..') return 'is not a file name'
  if (/[\ud800-\udfff]/u.test(segment)) return 'has half a surrogate pair, which is not a character'
  return /[/?#\\]/.test(segment) ? 'must be one path segment, without slashes, ? or #' : null
}
