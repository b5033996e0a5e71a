export interface GeneratedReview {
  readonly kind: string
  readonly subject: string
  readonly detail: object
  readonly count: number
}

const PARAMS = ['ref', 'view', 'tab', 'lang', 'sid', 'sort', 'page', 'from', 'mode', 'print'] as const
const SITES = 14

/** Questions of four causes: 140 on parameters, 40 on hosts, 60 on pages that are gone and 20 on learned rules. */
export function listReviews(): GeneratedReview[] {
  return [...listParams(), ...listAliases(), ...listGone(), ...listRules()]
}

const nameSite = (index: number): string => `site-${index}.example`

function listParams(): GeneratedReview[] {
  return Array.from({ length: SITES }, (_, site) =>
    PARAMS.map((param, index) => ({
      kind: 'unknown_param',
      subject: `${nameSite(site)} ${param}`,
      detail: { examples: ['a', 'b', 'c'].map((value) => `https://${nameSite(site)}/guide?${param}=${value}`) },
      count: 412 - site * 20 - index,
    })),
  ).flat()
}

function listAliases(): GeneratedReview[] {
  return Array.from({ length: 40 }, (_, index) => ({
    kind: 'host_alias',
    subject: `www.${nameSite(index)} ${nameSite(index)}`,
    detail: { examples: [`https://www.${nameSite(index)}/`] },
    count: 12 + index,
  }))
}

function listGone(): GeneratedReview[] {
  return Array.from({ length: 60 }, (_, index) => ({
    kind: 'gone',
    subject: `https://${nameSite(index % SITES)}/report/${index}`,
    detail: {},
    count: 1,
  }))
}

function listRules(): GeneratedReview[] {
  return Array.from({ length: 20 }, (_, index) => {
    const site = nameSite(index)
    return {
      kind: 'learned_rule',
      subject: `${site}: strip sid`,
      detail: {
        sites: { [site]: { query: { strip: ['sid'] } } },
        proof: '412 of 413 contents agree, bound 0.98',
        examples: [
          `https://${site}/a?sid=1 = https://${site}/a`,
          `https://${site}/guide/7?sid=2&lang=en = https://${site}/guide/7?lang=en`,
          `https://${site}/cart?sid=3 ≠ https://${site}/cart`,
        ],
      },
      count: 9212 - index,
    }
  })
}
