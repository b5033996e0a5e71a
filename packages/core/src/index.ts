import { domainToAscii } from './url/idna/index.ts'
import { bindClassify } from './classify/classify.ts'
import { bindCleanliness } from './classify/cleanliness.ts'
import { bindCompare } from './normalize/compare.ts'
import { bindDefineInline, bindDefinePolicy } from './normalize/define-policy.ts'
import { bindExplain } from './normalize/explain.ts'
import { bindCreateNormalizer, bindNormalize, bindTryNormalize } from './normalize/normalize.ts'
import { bindUrlKey } from './normalize/url-key.ts'

/**
 * Validates and compiles a policy. Throws a PolicyError that names the place in the file and the fix.
 *
 * @example
 * const mine = definePolicy({ name: 'mine', extends: 'dedupe', www: 'strip' })
 * normalize('https://www.example.com/', mine) // 'https://example.com/'
 */
export const definePolicy = /* @__PURE__ */ bindDefinePolicy(domainToAscii)

const defineInline = /* @__PURE__ */ bindDefineInline(definePolicy)

/**
 * Normalizes a URL under a policy. Throws a UrlError if the input is not an http or https URL.
 *
 * @example
 * normalize('HTTP://Example.com:80/a/../b?utm_source=x&b=2&a=1#top') // 'http://example.com/b?a=1&b=2'
 */
export const normalize = /* @__PURE__ */ bindNormalize(domainToAscii, defineInline)

/**
 * Normalizes like `normalize`, but returns failures instead of throwing them.
 *
 * @example
 * tryNormalize('mailto:ada@example.com') // { ok: false, code: 'url/scheme-not-http', … }
 */
export const tryNormalize = /* @__PURE__ */ bindTryNormalize(domainToAscii, defineInline)

/**
 * Creates a function that normalizes under one policy and returns null for invalid input: for loops over millions of URLs.
 *
 * @example
 * const clean = createNormalizer('dedupe')
 * clean('https://example.com/?b&a') // 'https://example.com/?a&b'
 */
export const createNormalizer = /* @__PURE__ */ bindCreateNormalizer(domainToAscii, defineInline)

/**
 * Normalizes a URL and lists what every rule changed, in order. Never throws.
 *
 * @example
 * const explanation = explain('https://example.com/?gclid=1')
 * explanation.ok && explanation.changes[0]?.rule // 'remove-tracking-params'
 */
export const explain = /* @__PURE__ */ bindExplain(domainToAscii, defineInline)

/**
 * SHA-256 of the normalized URL: equal for URLs that the policy considers the same.
 *
 * @example
 * urlKey('https://example.com/?a=1#x') === urlKey('https://EXAMPLE.com/?a=1') // true
 */
export const urlKey = /* @__PURE__ */ bindUrlKey(domainToAscii, defineInline)

/**
 * Compares two URLs under a policy: whether they are the same and, if not, in which components they differ.
 *
 * @example
 * compare('https://example.com/a', 'https://example.com/b').differsIn // ['path']
 */
export const compare = /* @__PURE__ */ bindCompare(domainToAscii, defineInline)

/**
 * Classifies a link as a home page, a section page or a page about one thing, from its URL and, if you pass it, the title of
 * its page.
 *
 * @example
 * classify('https://example.com/').linkType // 'homepage'
 */
export const classify = /* @__PURE__ */ bindClassify(domainToAscii, defineInline)

/**
 * Scores how clean a URL is, in points for https, no www, no trailing slash, few parameters, no tracking, no credentials and no
 * fragment.
 *
 * @example
 * cleanliness('https://example.com/feed') // 250
 */
export const cleanliness = /* @__PURE__ */ bindCleanliness(domainToAscii)

export * from './exports.ts'
