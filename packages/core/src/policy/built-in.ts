import type { PolicyFields } from './spec.ts'
import type { PolicyName } from './terms.ts'

// What the three feed presets share: changes that are fine for feeds of any site.
const FEED: PolicyFields = {
  fragment: 'strip',
  duplicateSlashes: 'collapse',
  query: { tracking: 'core', empty: 'strip' },
}

/** What the normalizer reads of the built-in policies; `getBuiltInSpec` has all of each. */
export const BUILT_IN_SPECS: Readonly<Record<PolicyName, PolicyFields>> = {
  rfc3986: {},

  dedupe: {
    fragment: 'strip',
    query: { tracking: 'core', strip: ['ref', 'source'], sort: true, empty: 'strip' },
  },

  // For links that people wrote: how a link is written is theirs to decide.
  links: {
    query: { tracking: 'core' },
  },

  sources: {
    scheme: 'https',
    hostDot: 'strip',
    trailingSlash: 'strip',
    rootSlash: 'strip',
    fragment: 'strip',
    strayPercent: 'escape',
    session: true,
    query: {
      // The list is the policy's own and closed: a tracking name that is not on it is for a person to decide.
      strip: [
        'utm_source',
        'utm_medium',
        'utm_campaign',
        'utm_term',
        'utm_content',
        'fbclid',
        'gclid',
        'gad_source',
        'ref',
        'source',
        'origin',
        'mc_cid',
        'mc_eid',
        '_ga',
        '_gl',
        'hsCtaTracking',
        'mkt_tok',
      ],
      keep: [
        'lang',
        'idioma',
        'locale',
        'id',
        'codigo',
        'expediente',
        'page',
        'pagina',
        'p',
        'tipo',
        'category',
        'seccion',
      ],
      empty: 'strip',
      unsafe: 'escape',
    },
  },

  'feed-aggressive': {
    ...FEED,
    www: 'strip',
    trailingSlash: 'strip',
  },

  'feed-moderate': {
    ...FEED,
    trailingSlash: 'strip',
  },

  'feed-conservative': FEED,
}
