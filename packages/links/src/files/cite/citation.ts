import type { ErrorEntry, LinkType } from '@canonist/core'
import type { AdmissionFlag, AdmissionReason } from '@canonist/web/internal/admit/words'
import type { Place } from '../../report/finding.ts'
import type { Topic } from '../link-file.ts'
import type { HealthDoubt } from '../link-health.ts'

/** The link to cite for a topic, and what is missing. */
export interface Citation {
  readonly topic: Topic
  /** null if no link may be cited. */
  readonly cite: Cited | null
  /** Every link of the topic, in order. */
  readonly links: readonly CitedLink[]
  /** What is missing; null if the topic has an informative link. */
  readonly gap: Gap | null
}

/** The link to cite. */
export interface Cited {
  /** Canonical. */
  readonly url: string
  readonly linkType: LinkType
  /** The sentence that must accompany it; null for an informative link, which needs none. */
  readonly qualifier: string | null
  /** The same page in other languages, if known. */
  readonly alternates: Readonly<Record<string, string>>
}

/** The decision about one link. */
export interface CitedLink {
  /** As the file has it. */
  readonly url: string
  /** If the page has moved, the URL of the new page. */
  readonly canonical: string | null
  readonly linkType: LinkType | null
  readonly verdict: LinkVerdict
  /** Why it is refused: the reason or flag of admission, its health, or a reviewer. */
  readonly reason: AdmissionReason | AdmissionFlag | HealthDoubt | 'not_a_link' | 'reviewer' | null
  readonly flags: readonly AdmissionFlag[]
  readonly place: Place
}

export const LINK_VERDICTS = {
  citable: 'It may be cited as it is.',
  qualified: 'It may be cited with the qualifier, because there is nothing better.',
  undecided: 'A home page that the policy lets only a reviewer allow.',
  unneeded: 'A home page or section page that is not needed, because there is an informative link.',
  refused: 'It may not be cited.',
} as const satisfies Record<string, string>

export type LinkVerdict = keyof typeof LINK_VERDICTS

export interface Gap {
  readonly code: GapCode
  readonly message: string
}

export const GAPS = {
  'only-section-page': {
    kind: 'invalid',
    retry: false,
    says: 'Only a section page is given.',
    fix: 'Find the page on the topic itself.',
  },
  'only-home-page': {
    kind: 'invalid',
    retry: false,
    says: 'Only a home page is given.',
    fix: 'Find the page on the topic itself.',
  },
  'home-page-undecided': {
    kind: 'blocked',
    retry: false,
    says: 'Only a home page is given, and no reviewer has allowed it.',
    fix: 'Find the page on the topic itself, or ask a reviewer.',
  },
  'home-page-forbidden': {
    kind: 'blocked',
    retry: false,
    says: 'Only a home page is given, and the policy forbids citing home pages (citation.homePages).',
    fix: 'Find the page on the topic itself.',
  },
  'no-qualifier': {
    kind: 'invalid',
    retry: false,
    says: 'Only a home page or section page is given, and the policy has no citation.qualifier for it.',
    fix: 'Add citation.qualifier to the policy.',
  },
  'no-usable-link': {
    kind: 'missing',
    retry: false,
    says: 'No link of the topic may be cited.',
    fix: 'Find another source.',
  },
  'no-link': { kind: 'missing', retry: false, says: 'The topic has no link.', fix: 'Find a source.' },
  'unreadable-file': { kind: 'invalid', retry: false, says: 'The file cannot be read.', fix: 'Correct the file.' },
} as const satisfies Record<string, ErrorEntry>

export type GapCode = keyof typeof GAPS
