import { compileRewrite } from '../../policy/rewrite-template.ts'
import type { RewriteSpec } from '../../policy/spec.ts'
import type { Jump, RuleIdentity } from '../rule.ts'

export const rewrite: RuleIdentity = { id: 'rewrite', tier: 'lossy' }

export function createRewrite(rewrites: readonly RewriteSpec[]): Jump {
  const rewriters = rewrites.map(compileRewrite)
  return {
    ...rewrite,
    // The slashes before the host are part of what a rewrite with a host begins with.
    mayLead: (text, host, path) =>
      path === text.length ||
      rewriters.some(({ withHost, start }) => text.startsWith(start, withHost ? host - 2 : path)),
    target({ scheme, userinfo, host, port, path, query, fragment }) {
      const authority = `//${host}${port}`
      const resource = (path || '/') + query
      for (const { withHost, start, rewrite: change } of rewriters) {
        const text = withHost ? authority + resource : resource
        // Most rewrites of a site are about other paths: told by their first letters.
        const rewritten = text.startsWith(start) ? change(text) : null
        if (rewritten === null || rewritten === text) continue
        const url = withHost ? rewritten : authority + rewritten
        return `${scheme}//${userinfo}${url.slice(2)}${fragment}`
      }
      return null
    },
  }
}
