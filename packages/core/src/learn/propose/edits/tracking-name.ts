import { compilePatterns } from '../../../policy/pattern.ts'
import { TRACKING_CORE } from '../../../policy/tracking-names.ts'

/** Parameters that are known for tracking on every site. */
export const isTracking = /* @__PURE__ */ compilePatterns(TRACKING_CORE)
