import { NOTHING, type Kind } from './kind.ts'

/** What link health asks about; subjects are the URLs of pages, or a host and what befell it. What is decided is kept, with why. */
export const HEALTH_KINDS: Readonly<Record<string, Kind>> = {
  takeover_suspect: {
    asks: ({ subject }) => {
      const [host = '', other = ''] = subject.split(' ')
      return `Has ${host} another owner, so that its links must be taken out? It redirects to ${other}, which is not on the allowlist.`
    },
    accept: () => NOTHING,
    reject: () => NOTHING,
  },
  gone: {
    asks: ({ subject }) => {
      const [what = '', why] = subject.split(' ')
      return `Is ${what} gone for good, so that its links need another source?${why === undefined ? '' : ` (${why})`}`
    },
    accept: () => NOTHING,
    reject: () => NOTHING,
  },
}
