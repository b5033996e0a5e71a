import { compileRewrite } from '../../policy/rewrite-template.ts'
import type { RewriteSpec } from '../../policy/spec.ts'
import type { Jump, RuleIdentity } from '../rule.ts'

export const rewrite: RuleIdentity = { id: 'rewrite', tier: 'lossy' }

export function createRewrite(rewrites: readonly RewriteSpec[]): Jump {
  const rewriters = rewrites.map(compileRewrite)
  return {
    ...rewrite,
    target({ scheme, userinfo, host, port, path, query, fragment }) {
      const authority = `//${host}${port}`
      const resource = (path || '/') + query
      for (const rewriter of rewriters) {
        const text = rewriter.withHost ? authority + resource : resource
        const rewritten = rewriter.rewrite(text)
        if (rewritten === null || rewritten === text) continue
        const url = rewriter.withHost ? rewritten : authority + rewritten
        return `${scheme}//${userinfo}${url.slice(2)}${fragment}`
      }
      return null
    },
  }
}
