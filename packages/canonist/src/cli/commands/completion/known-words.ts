import { policies } from '@canonist/core'
import { EXPORT_COLUMNS } from '../../../app/export/export-columns.ts'
import { FRONTIER_REASONS } from '../../../app/frontier/words.ts'
import { TOKEN_ROLES } from '../../../api/tokens.ts'
import { SHELLS } from './shells.ts'

const POLICIES = Object.keys(policies)

/** The values that can be completed although a flag or an argument also takes others, by the name that help gives to the value. */
const KNOWN_WORDS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['name|file', POLICIES],
  ['NAME|FILE', POLICIES],
  ['OLD', POLICIES],
  ['NEW', POLICIES],
  ['WHAT', Object.keys(EXPORT_COLUMNS)],
  ['PRIORITY', ['P0', 'P1', 'P2', 'policy']],
  ['SHELL', SHELLS],
  ['ROLE', TOKEN_ROLES],
  ['reason', Object.keys(FRONTIER_REASONS)],
])

export const listKnownWords = (value: string | null): readonly string[] => KNOWN_WORDS.get(value ?? '') ?? []
