import type { PolicyName, PolicySpec } from './spec.ts'

// What the three feed presets share: what may be done to any feed URL without asking which site it is.
const FEED: PolicySpec = {
  name: 'feed-conservative',
  fragment: 'strip',
  duplicateSlashes: 'collapse',
  query: { tracking: 'core', empty: 'strip' },
}

/** The built-in policies, as files would say them. */
export const BUILT_IN_SPECS: Readonly<Record<PolicyName, PolicySpec>> = {
  rfc3986: {
    name: 'rfc3986',
  },

  dedupe: {
    name: 'dedupe',
    fragment: 'strip',
    query: { tracking: 'core', strip: ['ref', 'source'], sort: true, empty: 'strip' },
  },

  sources: {
    name: 'sources',
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
    name: 'feed-aggressive',
    www: 'strip',
    trailingSlash: 'strip',
  },

  'feed-moderate': {
    ...FEED,
    name: 'feed-moderate',
    trailingSlash: 'strip',
  },

  'feed-conservative': FEED,
}
