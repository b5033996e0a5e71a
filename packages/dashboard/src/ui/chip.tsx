import type { ReactNode } from 'react'
import { spellWord } from './format.ts'

/** Colours have a meaning, and always a word beside them. */
export type Tone = 'neutral' | 'accent' | 'safe' | 'usual' | 'lossy' | 'note'

export function Chip({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={`chip ${tone}`}>{children}</span>
}

const TIERS = {
  safe: ['safe', 'safe'],
  'usually-safe': ['usual', 'usually safe'],
  lossy: ['lossy', 'lossy'],
} as const

/** How risky a rule is. */
export function TierChip({ tier }: { readonly tier: keyof typeof TIERS }) {
  const [tone, word] = TIERS[tier]
  return <Chip tone={tone}>{word}</Chip>
}

const TONES: Readonly<Record<string, Tone>> = {
  // Frontier
  fetched: 'safe',
  pending: 'accent',
  leased: 'note',
  retry: 'usual',
  dead: 'lossy',
  excluded: 'neutral',
  // Verdicts
  healthy: 'safe',
  moved: 'note',
  degraded: 'usual',
  guarded: 'neutral',
  inconclusive: 'neutral',
  soft404: 'lossy',
  gone: 'lossy',
  takeover_suspect: 'lossy',
  // Runs
  queued: 'neutral',
  running: 'accent',
  done: 'safe',
  failed: 'lossy',
  cancelled: 'neutral',
  interrupted: 'usual',
  // Hosts
  free: 'safe',
  held: 'accent',
  waiting: 'accent',
  resting: 'usual',
  paused: 'usual',
  // Reviews
  open: 'accent',
  accepted: 'safe',
  rejected: 'neutral',
  edited: 'note',
  over: 'neutral',
}

/** A state of the frontier, a verdict, or the state of a run, a host or a review. */
export function StateChip({ state }: { readonly state: string }) {
  return <Chip tone={TONES[state] ?? 'neutral'}>{spellWord(state)}</Chip>
}

export const findTone = (state: string): Tone => TONES[state] ?? 'neutral'
