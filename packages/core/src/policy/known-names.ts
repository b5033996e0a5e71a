// Names of parameters that have the same purpose on every site.
import { compilePatterns } from './pattern.ts'
import { SESSION_NAMES } from './session-names.ts'
import { TRACKING_CORE } from './tracking-names.ts'

const sessionNames = /* @__PURE__ */ compilePatterns(SESSION_NAMES)

export const isSessionName = (name: string): boolean => sessionNames.has(name)

/** Known tracking parameters. */
export const trackingNames = /* @__PURE__ */ compilePatterns(TRACKING_CORE)
