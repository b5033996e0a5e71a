import type { RuleIdentity } from '../rule.ts'

export const keepPlain: RuleIdentity = {
  id: 'keep-plain',
  tier: 'safe',
}
