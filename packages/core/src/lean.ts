// The core without the tables for internationalized host names: a URL with one is refused as `url/idna-not-loaded`.
import { classifyWith } from './classify/classify.ts'
import { cleanlinessWith } from './classify/cleanliness.ts'
import { compareWith } from './normalize/compare.ts'
import { definePolicyWith } from './normalize/define-policy.ts'
import { explainWith } from './normalize/explain.ts'
import { createNormalizerWith, normalizeWith, tryNormalizeWith } from './normalize/normalize.ts'
import { urlKeyWith } from './normalize/url-key.ts'

export const normalize = /* @__PURE__ */ normalizeWith(null)
export const tryNormalize = /* @__PURE__ */ tryNormalizeWith(null)
export const createNormalizer = /* @__PURE__ */ createNormalizerWith(null)
export const explain = /* @__PURE__ */ explainWith(null)
export const urlKey = /* @__PURE__ */ urlKeyWith(null)
export const compare = /* @__PURE__ */ compareWith(null)
export const definePolicy = /* @__PURE__ */ definePolicyWith(null)

export const classify = /* @__PURE__ */ classifyWith(null)
export const cleanliness = /* @__PURE__ */ cleanlinessWith(null)

export * from './exports.ts'
