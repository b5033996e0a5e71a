import type { ErrorEntry, LinkType } from '@canonist/core'
import type { AdmissionFlag, AdmissionReason } from '../../admit/words.ts'
import type { Place } from '../../report/finding.ts'
import type { Topic } from '../link-file.ts'
import type { HealthDoubt } from '../link-health.ts'

/** What may be cited for a topic, and what the team has to find. */
export interface Citation {
  readonly topic: Topic
  /** null where nothing may be cited. */
  readonly cite: Cited | null
  /** Every link of the topic, in order. */
  readonly links: readonly CitedLink[]
  /** What is missing; null where the topic has an informative link. */
  readonly gap: Gap | null
}

/** The link to cite. */
export interface Cited {
  /** Canonical. */
  readonly url: string
  readonly linkType: LinkType
  /** The sentence that must stand with it; null for an informative link, which speaks for itself. */
  readonly qualifier: string | null
  /** The same page in other languages, as far as it is known. */
  readonly alternates: Readonly<Record<string, string>>
}

/** What was decided about one link. */
export interface CitedLink {
  /** As the file has it. */
  readonly url: string
  /** Of the page that it has moved to, where it has. */
  readonly canonical: string | null
  readonly linkType: LinkType | null
  readonly verdict: LinkVerdict
  /** Why it is refused: the reason of admission, the flag that casts doubt on the page, its health, or who said no. */
  readonly reason: AdmissionReason | AdmissionFlag | HealthDoubt | 'not_a_link' | 'reviewer' | null
  readonly flags: readonly AdmissionFlag[]
  readonly place: Place
}

export const LINK_VERDICTS = {
  citable: 'It may be cited as it is.',
  qualified: 'It may be cited with the qualifier, since there is nothing better.',
  undecided: 'A home page: it may be cited only if a reviewer says so.',
  unneeded: 'A home page or section page beside an informative link.',
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
    says: 'Only a home page is given, which a reviewer allowed.',
    fix: 'Find the page on the topic itself.',
  },
  'home-page-undecided': {
    kind: 'blocked',
    retry: false,
    says: 'Only a home page is given, and no reviewer has allowed it.',
    fix: 'Find the page on the topic itself, or ask a reviewer.',
  },
  'no-qualifier': {
    kind: 'invalid',
    retry: false,
    says: 'Only a home page or section page is given, and the policy has no citation.qualifier for it.',
    fix: 'Write one.',
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
