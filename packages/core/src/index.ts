import { domainToAscii } from './url/idna/index.ts'
import { classifyWith } from './classify/classify.ts'
import { cleanlinessWith } from './classify/cleanliness.ts'
import { compareWith } from './normalize/compare.ts'
import { definePlainWith, definePolicyWith } from './normalize/define-policy.ts'
import { explainWith } from './normalize/explain.ts'
import { createNormalizerWith, normalizeWith, tryNormalizeWith } from './normalize/normalize.ts'
import { urlKeyWith } from './normalize/url-key.ts'

/**
 * Checks and compiles a policy; throws a PolicyError that names the place in the file.
 *
 * @example
 * const mine = definePolicy({ name: 'mine', extends: 'dedupe', www: 'strip' })
 * normalize('https://www.example.com/', mine) // 'https://example.com/'
 */
export const definePolicy = /* @__PURE__ */ definePolicyWith(domainToAscii)

const definePlain = /* @__PURE__ */ definePlainWith(definePolicy)

/**
 * The URL that the policy holds to stand for this one; throws a UrlError where the text is no http(s) URL.
 *
 * @example
 * normalize('HTTP://Example.com:80/a/../b?utm_source=x&b=2&a=1#top') // 'http://example.com/b?a=1&b=2'
 */
export const normalize = /* @__PURE__ */ normalizeWith(domainToAscii, definePlain)

/**
 * `normalize` that returns its failure instead of throwing it.
 *
 * @example
 * tryNormalize('mailto:ada@example.com') // { ok: false, code: 'url/scheme-not-http', … }
 */
export const tryNormalize = /* @__PURE__ */ tryNormalizeWith(domainToAscii, definePlain)

/**
 * A function that normalizes under one policy and gives null for what is no http(s) URL: for loops over millions.
 *
 * @example
 * const clean = createNormalizer('dedupe')
 * clean('https://example.com/?b&a') // 'https://example.com/?a&b'
 */
export const createNormalizer = /* @__PURE__ */ createNormalizerWith(domainToAscii, definePlain)

/**
 * What every rule did to the URL, in order.
 *
 * @example
 * const explanation = explain('https://example.com/?gclid=1')
 * explanation.ok && explanation.changes[0]?.rule // 'remove-tracking-params'
 */
export const explain = /* @__PURE__ */ explainWith(domainToAscii, definePlain)

/**
 * SHA-256 of the normalized URL: equal for URLs that the policy holds to be the same.
 *
 * @example
 * urlKey('https://example.com/?a=1#x') === urlKey('https://EXAMPLE.com/?a=1') // true
 */
export const urlKey = /* @__PURE__ */ urlKeyWith(domainToAscii, definePlain)

/**
 * Whether two URLs are the same under a policy, and if not, where they differ.
 *
 * @example
 * compare('https://example.com/a', 'https://example.com/b').differsIn // ['path']
 */
export const compare = /* @__PURE__ */ compareWith(domainToAscii, definePlain)

/**
 * Whether a link leads to a home page, a section page or a page about one thing, as far as the URL tells, and the title
 * of its page where that is given.
 *
 * @example
 * classify('https://example.com/').linkType // 'homepage'
 */
export const classify = /* @__PURE__ */ classifyWith(domainToAscii, definePlain)

/**
 * How clean a URL is, in points: https, no www, no trailing slash, few parameters, no tracking, no credentials, no fragment.
 *
 * @example
 * cleanliness('https://example.com/feed') // 250
 */
export const cleanliness = /* @__PURE__ */ cleanlinessWith(domainToAscii)

export * from './exports.ts'
