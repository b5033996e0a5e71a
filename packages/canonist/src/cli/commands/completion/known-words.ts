import { policies } from '@canonist/core'
import { EXPORT_COLUMNS } from '@canonist/server/internal/app/export/export-columns'
import { FRONTIER_REASONS } from '@canonist/server/internal/app/frontier/words'
import { TOKEN_ROLES } from '@canonist/server/internal/http/tokens'
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
