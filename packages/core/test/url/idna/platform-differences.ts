import { domainToAscii } from '../../../src/url/idna/index.ts'
import { mapCodePoints } from '../../../src/url/idna/mapping.ts'
import { decodePunycode } from '../../../src/url/idna/punycode.ts'
import { platformToAscii, refuseForbidden } from './oracles.ts'

/** Defects of ada 4.0.0, the URL parser of Node 24.21, in which this folder follows the standard instead. */
export const PLATFORM_DEFECTS = [
  {
    id: 'nfc',
    why: 'takes a composed letter before a mark of lower class for NFC, and so names another host',
    source: 'https://github.com/ada-url/ada/pull/1226',
    domain: '\u00e9\u0323.example',
    ours: 'xn--lsa503l.example',
    platform: 'xn--9ca45i.example',
  },
  {
    id: 'joiner-distance',
    why: 'lets ZWNJ stand anywhere between a left-joining and a right-joining letter',
    source: 'https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1',
    domain: '\u0628\u0627\u200c\u0628.example',
    ours: null,
    platform: 'xn--mgbbb526x.example',
  },
  {
    id: 'joiner-ends-checks',
    why: 'checks nothing more of a label once its first joiner is in order, the Bidi rule included',
    source: 'https://github.com/ada-url/idna/pull/90',
    domain: '\u0915\u094d\u200c\u0627.example',
    ours: null,
    platform: 'xn--mgb31m2ew90g.example',
  },
  {
    id: 'stale-joining-type',
    why: 'does not know the Joining_Type of letters that are newer than its list',
    source: 'https://www.unicode.org/Public/17.0.0/ucd/extracted/DerivedJoiningType.txt',
    domain: '\u0767\u200c\u0628.example',
    ours: 'xn--ngb15d145c.example',
    platform: null,
  },
  {
    id: 'stale-mark',
    why: 'does not know marks that are newer than its list',
    source: 'https://www.unicode.org/Public/17.0.0/ucd/extracted/DerivedGeneralCategory.txt',
    domain: '\u0897a.example',
    ours: null,
    platform: 'xn--a-mnd.example',
  },
  {
    id: 'stale-bidi-class',
    why: 'does not know the Bidi_Class of letters that are newer than its list',
    source: 'https://www.unicode.org/Public/17.0.0/ucd/extracted/DerivedBidiClass.txt',
    domain: '\u05d0\u0870.example',
    ours: 'xn--4db85k.example',
    platform: null,
  },
] as const

const ours = (domain: string): string | null => refuseForbidden(domainToAscii(domain))
const agree = (domain: string): boolean => ours(domain) === platformToAscii(domain)

/**
 * Which kind of defect explains that the platform says otherwise of this domain, or null if none does. A check against the
 * platform may skip a domain with an explanation; one without is a defect of ours.
 */
export function explainDifference(domain: string): 'nfc' | 'joiner' | 'stale' | null {
  const labels = readLabels(domain)
  if (labels.some((label) => /[\u200c\u200d]/u.test(label))) return 'joiner'
  if (labels.some((label) => label !== label.normalize('NFC'))) return 'nfc'
  if (labels.some((label) => Array.from(label).some(isStale))) return 'stale'
  return null
}

/** The labels as they are mapped but not yet normalized, xn-- ones decoded. */
export function readLabels(domain: string): string[] {
  const mapped = mapCodePoints(domain) ?? ''
  return mapped.split('.').map((label) => {
    const decoded = label.startsWith('xn--') ? decodePunycode(label.slice(4)) : null
    return decoded === null ? label : String.fromCodePoint(...decoded)
  })
}

/** The platform already errs about this character alone: at the start of a label, inside a right-to-left one, or at its end. */
const isStale = (char: string): boolean =>
  !(agree(`${char}a.z`) && agree(`\u05d0${char}\u05d0.z`) && agree(`a${char}.z`))
