import { MAX_URL_LENGTH } from '../../url/max-url-length.ts'
import { repairText } from '../parse.ts'
import type { Recorder } from '../recorder.ts'
import type { RuleIdentity } from '../rule.ts'

/** Completes a URL that is written without a scheme, before it is parsed. */
export interface Completion extends RuleIdentity {
  readonly scheme: 'https' | 'http'
  /** The input with a scheme; null if it has one, or is not such a URL. */
  readonly complete: (input: string, recorder: Recorder | null) => string | null
}

/** Usually safe: most hosts answer on the scheme that the policy names. */
export const addScheme: RuleIdentity = { id: 'add-scheme', tier: 'usually-safe' }

/** A host name with a dot, localhost, or an address, with a port or without: a single word may be anything. */
const HOST = /^(?:[^\s/?#\\:@.]+(?:\.[^\s/?#\\:@.]+)+\.?|localhost|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#\\]|$)/i

/** Puts a scheme in front of a text that begins with a host. */
export function createCompletion(scheme: Completion['scheme'] | undefined): Completion | undefined {
  if (scheme === undefined) return undefined
  return {
    ...addScheme,
    scheme,
    complete(input, recorder) {
      if (input.length > MAX_URL_LENGTH) return null
      const text = repairText(input, recorder)
      const prefix = text.startsWith('//') ? `${scheme}:` : HOST.test(text) ? `${scheme}://` : null
      if (prefix === null) return null
      recorder?.record(addScheme, prefix + text)
      return prefix + text
    },
  }
}
