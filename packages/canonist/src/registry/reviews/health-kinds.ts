import { NOTHING, type Consequence, type ReviewKind, type PageDecision } from './review-kind.ts'

export const REPLACED_TEXT = 'replaced_text'

/** The second word of the subject of a `takeover_suspect` whose domain is for sale. */
export const PARKED = 'parked'

/** What is stored with an item about a page whose text was replaced. */
export interface ReplacedTextDetail {
  readonly url: string
  readonly pageId: number
}

/** What link health asks about; subjects are the URLs of pages, or a host and what befell it. What is decided is kept, with why. */
export const HEALTH_KINDS: Readonly<Record<string, ReviewKind>> = {
  [REPLACED_TEXT]: {
    asks: ({ subject, detail }) => {
      const { url = subject } = detail as Partial<ReplacedTextDetail>
      return `Is the page at ${url} still the one that is meant? Nothing is left of the text that was known.`
    },
    accept: (_, detail) => decidePage('accepted', detail),
    reject: (_, detail) => decidePage('refused', detail),
  },
  takeover_suspect: {
    asks: ({ subject }) => {
      const [host = '', other = ''] = subject.split(' ')
      const why =
        other === PARKED
          ? 'Its pages only say that the domain is for sale, has expired, or is parked.'
          : `It redirects to ${other}, which is not on the allowlist.`
      return `Has ${host} another owner, so that its links must be taken out? ${why}`
    },
    accept: (subject) => decideHost('refused', subject),
    reject: (subject) => decideHost('accepted', subject),
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

function decidePage(pageDecision: PageDecision, detail: unknown): Consequence {
  const { pageId } = detail as Partial<ReplacedTextDetail>
  return pageId === undefined ? NOTHING : { becomes: 'page-decision', pageDecision, of: { pageId } }
}

/** A redirect off the allowlist is over when it is over; only what a page shows needs a person to say that it is right. */
function decideHost(pageDecision: PageDecision, subject: string): Consequence {
  const [host = '', why] = subject.split(' ')
  return why === PARKED ? { becomes: 'page-decision', pageDecision, of: { host, reason: 'domain_parked' } } : NOTHING
}
