import type { RuleInfo } from '../rule.ts'

export const keepPlain: RuleInfo = {
  id: 'keep-plain',
  tier: 'safe',
  summary: 'A URL that the policy would lead in circles keeps its plain spelling.',
}
