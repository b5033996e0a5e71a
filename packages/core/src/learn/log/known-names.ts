// Names of parameters that say what they are for on every site.
import { compilePatterns } from '../../policy/pattern.ts'
import { SESSION_NAMES } from '../../policy/session-names.ts'
import { TRACKING_CORE } from '../../policy/tracking-names.ts'

const sessionNames = /* @__PURE__ */ compilePatterns(SESSION_NAMES)

export const isSessionName = (name: string): boolean => sessionNames.has(name)

/** Parameters that are known for tracking. */
export const trackingNames = /* @__PURE__ */ compilePatterns(TRACKING_CORE)
