import { compileRewrite, type Rewriter } from '../../policy/rewrite-template.ts'
import type { RewriteSpec } from '../../policy/spec.ts'
import { findBefore } from '../../url/find-before.ts'
import type { Rewrite, RuleIdentity } from '../rule.ts'

export const rewrite: RuleIdentity = { id: 'rewrite', tier: 'lossy' }

/** Every section of a policy inherits the rewrites of the policy, so each is compiled once. */
const compiled = new WeakMap<RewriteSpec, Rewriter>()

function compileOnce(spec: RewriteSpec): Rewriter {
  const rewriter = compiled.get(spec) ?? compileRewrite(spec)
  compiled.set(spec, rewriter)
  return rewriter
}

export function createRewrite(rewrites: readonly RewriteSpec[]): Rewrite {
  const rewriters = rewrites.map(compileOnce)
  function target(text: string, host: number, path: number): string | null {
    const end = findBefore('#', text, path, text.length)
    for (const { withHost, start, rewrite: change } of rewriters) {
      const from = withHost ? host : path
      // Most rewrites of a site are about other paths; comparing the first letters rules them out.
      if (!text.startsWith(start, from)) continue
      const after = change(text, from, end)
      const isSame = after === null || (after.length === end - from && text.startsWith(after, from))
      if (!isSame) return text.slice(0, from) + after + text.slice(end)
    }
    return null
  }
  return {
    ...rewrite,
    target: (text, host, path) =>
      text.charCodeAt(path) === 0x2f ? target(text, host, path) : target(insertRootSlash(text, path), host, path),
  }
}

const insertRootSlash = (text: string, path: number): string => `${text.slice(0, path)}/${text.slice(path)}`
