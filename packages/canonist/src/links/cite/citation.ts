import type { LinkType } from '@canonist/core'
import type { Flag, Reason } from '../../admit/words.ts'
import type { Place } from '../../report/finding.ts'
import type { Topic } from '../knowledge-file.ts'
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
  readonly reason: Reason | Flag | HealthDoubt | 'not_a_link' | 'reviewer' | null
  readonly flags: readonly Flag[]
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
  'only-section-page': 'Only a section page is given. Find the page on the topic itself.',
  'only-home-page': 'Only a home page is given, which a reviewer allowed. Find the page on the topic itself.',
  'home-page-undecided':
    'Only a home page is given, and no reviewer has allowed it. Find the page on the topic itself, or ask a reviewer: --db FILE --ask.',
  'no-qualifier':
    'Only a home page or section page is given, and the policy has no citation.qualifier for it. Write one.',
  'no-usable-link': 'No link of the topic may be cited. Find another source.',
  'no-link': 'The topic has no link. Find a source.',
  'unreadable-file': 'The file cannot be read.',
} as const satisfies Record<string, string>

export type GapCode = keyof typeof GAPS
