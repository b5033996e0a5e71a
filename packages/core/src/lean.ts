// The core without the tables for internationalized host names (a URL with one is refused as `url/idna-not-loaded`) and
// without the compiler of inline specs: pass them to `definePolicy` first.
import { bindClassify } from './classify/classify.ts'
import { bindCleanliness } from './classify/cleanliness.ts'
import { bindCompare } from './normalize/compare.ts'
import { bindDefinePolicy } from './normalize/define-policy.ts'
import { bindExplain } from './normalize/explain.ts'
import { bindCreateNormalizer, bindNormalize, bindTryNormalize } from './normalize/normalize.ts'
import { bindUrlKey } from './normalize/url-key.ts'

export const normalize = /* @__PURE__ */ bindNormalize(null, null)
export const tryNormalize = /* @__PURE__ */ bindTryNormalize(null, null)
export const createNormalizer = /* @__PURE__ */ bindCreateNormalizer(null, null)
export const explain = /* @__PURE__ */ bindExplain(null, null)
export const urlKey = /* @__PURE__ */ bindUrlKey(null, null)
export const compare = /* @__PURE__ */ bindCompare(null, null)
export const definePolicy = /* @__PURE__ */ bindDefinePolicy(null)

export const classify = /* @__PURE__ */ bindClassify(null, null)
export const cleanliness = /* @__PURE__ */ bindCleanliness(null)

export * from './exports.ts'
