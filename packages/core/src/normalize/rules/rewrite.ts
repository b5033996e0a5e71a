import type { Jump } from '../rule.ts'

export const rewrite: Jump = {
  id: 'rewrite',
  tier: 'lossy',
  summary: 'A path that the policy knows to be another spelling of a path is replaced by it.',
  target(url, { rewriters }) {
    const path = (url.path || '/') + url.query
    for (const { withHost, rewrite: attempt } of rewriters) {
      const authority = `//${url.host}${url.port}`
      const text = withHost ? authority + path : path
      const rewritten = attempt(text)
      if (rewritten !== null && rewritten !== text) {
        return (
          url.scheme +
          (withHost
            ? rewritten.replace('//', `//${url.userinfo}`)
            : `//${url.userinfo}${url.host}${url.port}${rewritten}`) +
          url.fragment
        )
      }
    }
    return null
  },
}
