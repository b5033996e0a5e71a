import { NOTHING, type Consequence, type ReviewKind, type PageDecision } from './review-kind.ts'

export const REPLACED_TEXT = 'replaced_text'

/** The second word in the subject of a `takeover_suspect` whose domain is parked. */
export const PARKED = 'parked'

/** The detail of a review about a page whose text was replaced. */
export interface ReplacedTextDetail {
  readonly url: string
  readonly pageId: number
}

/** The questions of link health; subjects are the URLs of pages, or a host and what happened to it. */
export const HEALTH_KINDS: Readonly<Record<string, ReviewKind>> = {
  [REPLACED_TEXT]: {
    asks: ({ subject, detail }) => {
      const { url = subject } = detail as Partial<ReplacedTextDetail>
      return `Is the page at ${url} still the right one? Its known text has been replaced completely.`
    },
    accept: (_, detail) => decidePage('accepted', detail),
    reject: (_, detail) => decidePage('refused', detail),
  },
  takeover_suspect: {
    asks: ({ subject }) => {
      const [host = '', other = ''] = subject.split(' ')
      const why =
        other === PARKED
          ? 'Its pages only show that the domain is for sale, expired or parked.'
          : `It redirects to ${other}, which is not on the allowlist.`
      return `Does ${host} have a new owner, so that links to it must be removed? ${why}`
    },
    accept: (subject) => decideHost('refused', subject),
    reject: (subject) => decideHost('accepted', subject),
  },
  gone: {
    asks: ({ subject }) => {
      const [what = '', why] = subject.split(' ')
      return `Is ${what} gone for good, so that links to it need another source?${why === undefined ? '' : ` (${why})`}`
    },
    accept: () => NOTHING,
    reject: () => NOTHING,
  },
}

function decidePage(pageDecision: PageDecision, detail: unknown): Consequence {
  const { pageId } = detail as Partial<ReplacedTextDetail>
  return pageId === undefined ? NOTHING : { becomes: 'page-decision', pageDecision, of: { pageId } }
}

/** A redirect off the allowlist needs no decision when it ends. Only the content of a page needs a person to accept it. */
function decideHost(pageDecision: PageDecision, subject: string): Consequence {
  const [host = '', why] = subject.split(' ')
  return why === PARKED ? { becomes: 'page-decision', pageDecision, of: { host, reason: 'domain_parked' } } : NOTHING
}
