import { compileRewrite } from '../../policy/rewrite-template.ts'
import type { RewriteSpec } from '../../policy/spec.ts'
import type { Edit } from '../edit.ts'
import { resourceOf, type ParsedUrl } from '../form.ts'
import { PRIOR } from './prior.ts'

export const rewriteTo = (rewrite: RewriteSpec, prior: number = PRIOR.template): Edit => ({
  id: `rewrite ${rewrite.match} ${rewrite.to}`,
  family: 'rewrite',
  fields: { rewrites: [rewrite] },
  prior,
  mayChange: startsLike(rewrite.match),
  matches: isMatchedBy(rewrite),
})

/** From one host to another. */
export const rewriteBetween = (from: string, match: string, to: string, target: string): Edit => {
  const startsSo = startsLike(match)
  return {
    ...rewriteTo({ match: `//${from}${match}`, to: `//${to}${target}` }),
    mayChange: (url) => url.host === from && startsSo(url),
    belongsTo: (host) => host === from,
  }
}

/** By the text before the first variable. */
function startsLike(match: string): (url: ParsedUrl) => boolean {
  const [start = ''] = match.split(/[$#*]/)
  const path = start.split('?')[0] ?? ''
  return path === start
    ? (url) => url.path.startsWith(path)
    : (url) => url.path.startsWith(path) && resourceOf(url).startsWith(start)
}

function isMatchedBy(spec: RewriteSpec): (url: ParsedUrl) => boolean {
  const { withHost, start, rewrite } = compileRewrite(spec)
  if (withHost) return (url) => rewrite(url.host + resourceOf(url)) !== null
  const path = start.split('?')[0] ?? ''
  return (url) => url.path.startsWith(path) && rewrite(resourceOf(url)) !== null
}
