import { compileRewrite } from '@canonist/core/internal/policy/rewrite-template'
import type { RewriteSpec } from '@canonist/core/internal/policy/spec'
import type { Edit } from '../edit.ts'
import type { ParsedUrl } from '../../log/form.ts'
import { THRESHOLDS } from '../../log/thresholds.ts'

export const rewriteTo = (rewrite: RewriteSpec, prior: number = THRESHOLDS.prior.template): Edit => ({
  id: `rewrite ${rewrite.match} ${rewrite.to}`,
  family: 'rewrite',
  fields: { rewrites: [rewrite] },
  prior,
  mayChange: createStartTest(rewrite.match),
  matches: createMatchTest(rewrite),
})

/** From one host to another. */
export const rewriteBetween = (from: string, match: string, to: string, target: string): Edit => {
  const hasStart = createStartTest(match)
  return {
    ...rewriteTo({ match: `//${from}${match}`, to: `//${to}${target}` }),
    mayChange: (url) => url.host === from && hasStart(url),
    belongsTo: (host) => host === from,
  }
}

/** Tests the text before the first variable. */
function createStartTest(match: string): (url: ParsedUrl) => boolean {
  const [start = ''] = match.split(/[$#*]/)
  return (url) => url.resource.startsWith(start)
}

/** Compiled on first use: most proposed rewrites are never tried. */
function createMatchTest(spec: RewriteSpec): (url: ParsedUrl) => boolean {
  let look: ((url: ParsedUrl) => boolean) | undefined
  return (url) => (look ??= compileMatchTest(spec))(url)
}

/** Tests host and first letters first, which reject most URLs. */
function compileMatchTest(spec: RewriteSpec): (url: ParsedUrl) => boolean {
  const { withHost, start, matches } = compileRewrite(spec)
  if (!withHost) return ({ resource }) => resource.startsWith(start) && matches(resource, 0, resource.length)
  const host = start.slice(0, start.indexOf('/'))
  return ({ text, host: own, resource, fragment }) => {
    if (own !== host) return false
    const end = text.length - fragment.length
    return matches(text, end - resource.length - host.length, end)
  }
}
