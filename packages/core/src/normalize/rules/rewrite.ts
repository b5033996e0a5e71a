import { compileRewrite, type Rewriter } from '../../policy/rewrite-template.ts'
import type { RewriteSpec } from '../../policy/spec.ts'
import { findBefore } from '../../url/find-before.ts'
import type { Rewrite, RuleIdentity } from '../rule.ts'

export const rewrite: RuleIdentity = { id: 'rewrite', tier: 'lossy' }

export function createRewrite(rewrites: readonly RewriteSpec[]): Rewrite {
  const rewriters = rewrites.map(compileRewrite)
  return {
    ...rewrite,
    target({ scheme, userinfo, host, port, path, query, fragment }) {
      const authority = `//${host}${port}`
      const changed = change(rewriters, authority + (path || '/') + query, authority.length)
      return changed === null ? null : `${scheme}//${userinfo}${changed.slice(2)}${fragment}`
    },
    targetOfText(text, host, path) {
      const start = host - 2
      const fragment = findBefore('#', text, path, text.length)
      const changed = change(rewriters, text.slice(start, fragment), path - start)
      return changed === null ? null : text.slice(0, start) + changed + text.slice(fragment)
    },
  }
}

/** @param text `//host/path?query`, whose path begins at the offset */
function change(rewriters: readonly Rewriter[], text: string, path: number): string | null {
  for (const { withHost, start, rewrite: changeFrom } of rewriters) {
    const from = withHost ? 0 : path
    // Most rewrites of a site are about other paths: told by their first letters.
    if (!text.startsWith(start, from)) continue
    const before = text.slice(from)
    const after = changeFrom(before)
    if (after !== null && after !== before) return text.slice(0, from) + after
  }
  return null
}
