// Names of parameters that have the same purpose on every site.
import { compilePatterns } from '../../policy/pattern.ts'
import { SESSION_NAMES } from '../../policy/session-names.ts'
import { TRACKING_CORE } from '../../policy/tracking-names.ts'

const sessionNames = /* @__PURE__ */ compilePatterns(SESSION_NAMES)

export const isSessionName = (name: string): boolean => sessionNames.has(name)

/** Known tracking parameters. */
export const trackingNames = /* @__PURE__ */ compilePatterns(TRACKING_CORE)
