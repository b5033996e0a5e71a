import { TOKEN_ROLES } from '@canonist/server/internal/http/tokens'
import { createDurationParser } from '@canonist/core/internal/text/duration'
import { parseIsoTime } from '@canonist/core/internal/text/iso-time'
import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { createChoiceParser, text } from '../../flags/values.ts'

const parseDuration = createDurationParser({ least: '1m', most: '36500d' })

/** A time in milliseconds since 1970, or after now. */
export type Expiry = { readonly at: number } | { readonly afterMs: number }

function parseExpiry(input: string): Expiry {
  const at = parseIsoTime(input)
  if (at !== null) return { at }
  try {
    return { afterMs: parseDuration(input) }
  } catch {
    throw new Error('it must be a date (2027-01-31), a time (2027-01-31T12:00:00Z), or a duration such as 12h or 90d')
  }
}

export const command = defineCommand({
  // The line is added to a file (>>): --output would replace the file, and all tokens in it.
  hasResults: false,
  parameters: {
    flags: {
      expires: {
        kind: 'parsed',
        parse: parseExpiry,
        optional: true,
        placeholder: 'time',
        brief:
          'Let the token expire at this date or time (ISO 8601), or after this duration, such as 90d (default: never)',
      },
    },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: createChoiceParser(TOKEN_ROLES),
          placeholder: 'ROLE',
          brief: 'read, write or admin; each includes those before it',
        },
        { parse: text, placeholder: 'NAME', brief: 'Who gets the token: shown in the log, in runs and in reviews' },
      ],
    },
  },
  help: {
    summary: 'Make a token for canonist serve --tokens',
    usage: ['ROLE NAME'],
    details: [
      'The line for the file goes to stdout, so that you can add it with >>. It has only a hash of the token. The token itself goes to stderr, once: Canonist does not store it. Give it to its user, who sends it as Authorization: Bearer TOKEN, or logs in with it.',
      'A running server reads the file again when it changes. To revoke a token, remove its line.',
    ],
    examples: [
      'canonist serve token write ada >> tokens.txt',
      'canonist serve token read ci --expires 90d >> tokens.txt',
      'canonist serve token admin "Grace Hopper" --expires 2099-01-31 >> tokens.txt',
    ],
  },
})

export type ServeTokenFlags = FlagsOf<typeof command.parameters.flags>
