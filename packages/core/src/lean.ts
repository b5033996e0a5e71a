// The core without the tables for internationalized host names, where a URL with one is refused as `url/idna-not-loaded`, and
// without the compiler of plain specs: pass what `definePolicy` makes of them.
import { classifyWith } from './classify/classify.ts'
import { cleanlinessWith } from './classify/cleanliness.ts'
import { compareWith } from './normalize/compare.ts'
import { definePolicyWith } from './normalize/define-policy.ts'
import { explainWith } from './normalize/explain.ts'
import { createNormalizerWith, normalizeWith, tryNormalizeWith } from './normalize/normalize.ts'
import { urlKeyWith } from './normalize/url-key.ts'

export const normalize = /* @__PURE__ */ normalizeWith(null, null)
export const tryNormalize = /* @__PURE__ */ tryNormalizeWith(null, null)
export const createNormalizer = /* @__PURE__ */ createNormalizerWith(null, null)
export const explain = /* @__PURE__ */ explainWith(null, null)
export const urlKey = /* @__PURE__ */ urlKeyWith(null, null)
export const compare = /* @__PURE__ */ compareWith(null, null)
export const definePolicy = /* @__PURE__ */ definePolicyWith(null)

export const classify = /* @__PURE__ */ classifyWith(null, null)
export const cleanliness = /* @__PURE__ */ cleanlinessWith(null)

export * from './exports.ts'
