import { removeDotSegments } from '../../url/dot-segments.ts'
import { findRemovalSign } from '../name-judge.ts'
import type { PolicyRule } from '../rule.ts'
import { DOUBLE_SLASH, ENDS_IN_SLASH, PATH_PARAMETER, ROOT_ONLY, SESSION_PARAMETER } from '../signs.ts'

// Java servlets: ";jsessionid=…" in any segment, up to the next parameter; WebLogic puts "!123!456" after the id.
const SERVLET_NAME = 'jsessionid'
const SERVLET_SESSION = /;jsessionid=[^/;]*/gi
// ASP.NET without cookies: a segment "(S(…))", also with anonymous "A(…)" and forms "F(…)" tickets or "X(1)".
const ASP_NET_SESSION = /\/\((?:[A-Z]\([^()/]*\))+\)(?=\/|$)/gi

export const removePathSession: PolicyRule = {
  id: 'remove-path-session',
  tier: 'lossy',
  concerns: PATH_PARAMETER,
  wakes: DOUBLE_SLASH | ENDS_IN_SLASH | ROOT_ONLY,
  isOn: ({ session }) => session,
  apply(url, { settings, judge }) {
    // A policy that keeps the parameter keeps it in the path too.
    const isKept = findRemovalSign(judge(SERVLET_NAME, 0, SERVLET_NAME.length)) !== SESSION_PARAMETER
    const path = removeSessions(url.path, isKept)
    // "..;jsessionid=1" was a name; without its session it is a dot segment.
    if (path !== url.path) url.path = settings.dotSegments ? removeDotSegments(path) : path
  },
}

/** Until nothing is left: removing one can bring the pieces of another together. */
function removeSessions(path: string, isKept: boolean): string {
  const withoutServlet = isKept ? path : path.replace(SERVLET_SESSION, '')
  const shorter = withoutServlet.replace(ASP_NET_SESSION, '')
  return shorter === path ? path : removeSessions(shorter || '/', isKept)
}
