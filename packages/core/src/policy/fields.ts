import { findPatternFault, findUrlGlobFault } from './pattern.ts'
import type { HostsSpec, PolicyExample, PolicyFields, PolicySpec, QuerySpec } from './spec.ts'

/** The shape of one field: read by the validator, by the JSON Schema and by the reference page, so that they agree. */
export type Field = { readonly about: string } & (
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'flag' }
  | { readonly kind: 'text'; readonly fault?: (text: string) => string | null }
  | { readonly kind: 'only'; readonly value: boolean }
  | { readonly kind: 'free' }
  | { readonly kind: 'list'; readonly of: Field; readonly mayBeEmptied: boolean }
  | { readonly kind: 'map'; readonly of: Field; readonly mayBeEmptied: boolean }
  | { readonly kind: 'either'; readonly of: readonly Field[] }
  | { readonly kind: 'object'; readonly fields: Fields; readonly required: readonly string[] }
)
export type Fields = Readonly<Record<string, Field>>

// Every constant is made by a call marked as pure: whoever only normalizes leaves the tables out of a bundle.
const choice = (about: string, ...values: string[]): Field => ({ kind: 'choice', about, values })
const flag = (about: string): Field => ({ kind: 'flag', about })
const text = (about: string, fault?: (text: string) => string | null): Field =>
  fault ? { kind: 'text', about, fault } : { kind: 'text', about }
const list = (about: string, of: Field): Field => ({ kind: 'list', about, of, mayBeEmptied: true })
const fixedList = (about: string, of: Field): Field => ({ kind: 'list', about, of, mayBeEmptied: false })
const map = (about: string, of: Field): Field => ({ kind: 'map', about, of, mayBeEmptied: true })
const object = (about: string, fields: Fields, ...required: string[]): Field => ({
  kind: 'object',
  about,
  fields,
  required,
})

const PATTERN = /* @__PURE__ */ text('A parameter name, a glob or a /regular expression/.', findPatternFault)
const ID_PATTERN = /* @__PURE__ */ text('A word, a glob or a /regular expression/.', findPatternFault)
const WORD = /* @__PURE__ */ text('A word.')

export const QUERY_FIELDS = /* @__PURE__ */ makeQueryFields()

function makeQueryFields() {
  return {
    tracking: choice('The curated tracking parameters to remove.', 'none', 'core', 'extended'),
    strip: list('Parameters to remove.', PATTERN),
    keep: list('Parameters that nothing removes: beats keepOnly, strip, session and tracking.', PATTERN),
    keepOnly: list('The only parameters to keep.', PATTERN),
    defaults: map('Values that mean the same as leaving the parameter out.', text('The default value.')),
    except: list(
      'URLs whose query stays as it is.',
      text('A glob for host, path and query: *.example.com/feed?*', findUrlGlobFault),
    ),
    sort: flag('Sort by name; repeated names keep their order.'),
    empty: choice('A lone ? and empty pairs between two &.', 'keep', 'strip'),
    emptyValues: choice('Pairs without a value: a= and a.', 'keep', 'strip'),
    unsafe: choice('Vertical bars, braces, carets, backticks and backslashes.', 'keep', 'escape'),
    signed: choice('Leave URLs alone whose query carries a signature.', 'guard', 'ignore'),
  } as const satisfies Record<keyof QuerySpec, Field>
}

/** What people write beside the rules, in the file or in a section. */
export const LABEL_FIELDS = /* @__PURE__ */ makeLabelFields()

function makeLabelFields() {
  return {
    $schema: text('The JSON Schema of this file.'),
    version: text('The version of the file.'),
    description: text('What the policy or the section is for.'),
    evidence: list('Why the fields beside it are held to be true.', { kind: 'free', about: 'What was seen.' }),
  } as const
}

export const POLICY_FIELDS = /* @__PURE__ */ makePolicyFields()

function makePolicyFields() {
  return {
    scheme: choice('Which scheme to write.', 'keep', 'https', 'http'),
    www: choice('The label www in front of a host name.', 'keep', 'strip', 'add'),
    hostDot: choice('The dot at the end of a fully qualified host name.', 'keep', 'strip'),
    trailingSlash: choice('Slashes at the end of a path; the root stays "/".', 'keep', 'strip', 'add'),
    rootSlash: choice('The slash of a URL that has no other path and no query.', 'keep', 'strip'),
    fragment: choice('The part behind #; routes begin with #/ or #!.', 'keep', 'strip', 'keep-routes'),
    dotSegments: flag('Resolve . and .. in paths.'),
    duplicateSlashes: choice('Slashes in a row inside a path.', 'keep', 'collapse'),
    directoryIndex: list('File names that stand for their directory.', text('A file name.', findSegmentFault)),
    pathCase: choice('The case of letters in the path.', 'keep', 'lower'),
    userinfo: choice('User name and password in front of the host.', 'keep', 'strip'),
    port: choice('The port that the scheme implies.', 'strip-default', 'add-default'),
    strayPercent: choice('A % that begins no escape.', 'keep', 'escape'),
    escapeCase: choice('The hex digits of escapes.', 'keep', 'upper'),
    unreserved: choice('Escapes of letters, digits, - . _ and ~.', 'keep', 'decode'),
    ipToHost: map('Which host name an address serves.', text('A host name.')),
    session: flag('Remove session identifiers from query and path.'),
    unwrap: flag('Replace the URL of a known redirector by the URL it leads to.'),
    query: object('Rules for the query.', QUERY_FIELDS),
    rewrites: list(
      'Paths that are another spelling of a path.',
      object(
        'One rewrite.',
        {
          match: text('A template with $1 to $9 and *, or an anchored ^regular expression$.'),
          to: text('What a match becomes.'),
          evidence: { kind: 'free', about: 'Why it is held to be true.' },
        },
        'match',
        'to',
      ),
    ),
    languages: object('Language variants, for admission.', {
      prefer: list('Languages, best first; own ones come before those of the extended policy.', WORD),
      note: list('Languages whose variants are looked for next.', WORD),
      tokens: map('How URLs spell a language.', fixedList('Spellings.', WORD)),
      params: list('Query parameters that choose the language.', WORD),
    }),
    pagination: object('Page numbers, for admission.', { params: list('Parameter names.', WORD) }),
    classify: object('What tells an informative link from a home page.', {
      documentExtensions: list('File endings of documents.', WORD),
      procedureWords: list('Words of a title that name a procedure.', WORD),
      idParams: list('Query parameters that name one thing.', WORD),
      ids: list('Identifiers in a segment of the path or a value of the query.', ID_PATTERN),
    }),
    citation: object('How a home page may be cited.', { qualifier: text('The sentence.') }, 'qualifier'),
    health: object('How links are watched.', {
      priority: choice('How often a page is looked at: daily, weekly or monthly.', 'P0', 'P1', 'P2'),
    }),
  } as const satisfies Record<Exclude<keyof PolicyFields, keyof typeof LABEL_FIELDS>, Field>
}

const HOST_PATTERN = /* @__PURE__ */ text(
  'A domain that covers its subdomains, *.domain, or in allow * for any public host.',
)

const HOSTS_FIELDS = /* @__PURE__ */ makeHostsFields()

function makeHostsFields() {
  return {
    allow: list('Hosts that admission lets in.', HOST_PATTERN),
    block: list('Hosts that it never lets in.', HOST_PATTERN),
    shorteners: list('Hosts that may only be passed through.', HOST_PATTERN),
    canonical: map('The host that a host redirects to.', {
      kind: 'either',
      about: 'A host name, or one that was not verified.',
      of: [
        text('A host name.'),
        object(
          'A mapping nobody has verified.',
          { host: text('A host name.'), verified: { kind: 'only', value: false, about: 'Not verified.' } },
          'host',
          'verified',
        ),
      ],
    }),
  } as const satisfies Record<keyof HostsSpec, Field>
}

const EXAMPLE_FIELDS = /* @__PURE__ */ makeExampleFields()

function makeExampleFields() {
  return {
    input: text('A URL.'),
    url: text('What it becomes.'),
    invalid: { kind: 'only', value: true, about: 'It must be refused.' },
  } as const satisfies Record<keyof PolicyExample, Field>
}

const SECTION = /* @__PURE__ */ makeSection()

function makeSection(): Field {
  return object('The fields of a policy, for one path prefix.', { ...LABEL_FIELDS, ...POLICY_FIELDS })
}

export const SPEC_FIELDS = /* @__PURE__ */ makeSpecFields()

function makeSpecFields() {
  return {
    name: text('What the policy is called.', (name) => (name.trim() === '' ? 'is empty' : null)),
    extends: text('A built-in policy or ./file that this one builds on; without it rfc3986.'),
    ...LABEL_FIELDS,
    ...POLICY_FIELDS,
    sites: {
      kind: 'map',
      about: 'Sections by domain; a domain covers its subdomains, the longest match wins.',
      mayBeEmptied: false,
      of: object('A site section.', {
        ...LABEL_FIELDS,
        ...POLICY_FIELDS,
        paths: { kind: 'map', about: 'Sections by path prefix.', mayBeEmptied: false, of: SECTION },
      }),
    },
    hosts: object('What admission lets in.', HOSTS_FIELDS),
    rules: map(
      'Findings of validate and check by their id: how loudly each is reported.',
      choice('The level, or off.', 'off', 'note', 'warning', 'error'),
    ),
    examples: fixedList('URLs and what becomes of them.', object('An example.', EXAMPLE_FIELDS, 'input')),
  } as const satisfies Record<keyof PolicySpec, Field>
}

function findSegmentFault(segment: string): string | null {
  if (segment === '' || segment === '.' || segment === '..') return 'is no file name'
  if (/[\ud800-\udfff]/u.test(segment)) return 'has half a surrogate pair, which is no character'
  return /[/?#\\]/.test(segment) ? 'must be one path segment, without slashes, ? or #' : null
}
