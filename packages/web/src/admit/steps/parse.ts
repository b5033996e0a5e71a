import { findControlPosition, readInput, findUrlRefusal } from '../read-input.ts'
import type { Step } from '../context.ts'
import { spell } from './spell.ts'

/** Step 1: the input as a URL, or why it cannot be one. */
export const parse: Step = (draft, { rules }) => {
  const { trimmed, text, isSchemeAssumed } = readInput(draft.original)
  const refusal = findUrlRefusal(text)
  if (refusal === 'control_character') draft.notes.add(`control_character:${findControlPosition(draft.original)}`)
  if (refusal !== null) return draft.reject(refusal)
  // ASCII blanks are left to the rule `trim`, as every parser removes them.
  if (/[^\u0000-\u007f]/.test(draft.original.replace(trimmed, ''))) draft.rewrite('trim-blanks', trimmed)
  if (isSchemeAssumed) {
    draft.rewrite('assume-scheme', text)
    draft.notes.add('scheme_assumed')
  }
  draft.isPlainHttp = /^http:/i.test(text)
  spell(draft, rules.parts.parse)
}
