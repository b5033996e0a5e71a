import { compilePatterns } from '../../../policy/pattern.ts'
import { SESSION_NAMES } from '../../../policy/session-names.ts'

const isSession = /* @__PURE__ */ compilePatterns(SESSION_NAMES)

export const isSessionName = (name: string): boolean => isSession.has(name)
