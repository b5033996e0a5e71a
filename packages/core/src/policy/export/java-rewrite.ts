import { carriesQueryAlong } from '../rewrite-template.ts'
import type { RewriteSpec } from '../spec.ts'
import type { Substitution } from './substitution.ts'
import type { Place } from './places.ts'
import { formatScope } from './java-scope.ts'
import { escapeExpression } from './stripped-names.ts'

const PIECE = /([$#][1-9]|\$?\*)/
const TAKES: Readonly<Record<string, string>> = { '*': '[^/?&#]*?', '#': '([0-9]+)', $: '([^/?&#]+?)' }
const REST = '([^#]*)'
const REST_OF_PATH = '([^?#]*)'
const END = '(?=#|$)'

/** The substitutions that do what a rewrite does, or why there are none. */
export function createRewriteRules({ match, to }: RewriteSpec, place: Place): Substitution[] | string {
  if (match.startsWith('^')) return 'is a regular expression, which is not exported'
  const withHost = match.startsWith('//')
  const start = withHost ? '(https?:)' : `(${formatScope(place)})`
  const pieces = match.split(PIECE)
  const names = pieces.filter((piece) => PIECE.test(piece) && piece !== '*').map((name) => name.replace('#', '$'))
  const carriesQuery = carriesQueryAlong(match)
  const taken = (piece: string): string => {
    if (piece === '$*') return carriesQuery ? REST_OF_PATH : REST
    return TAKES[piece] ?? TAKES[piece.charAt(0)] ?? ''
  }
  const source = pieces.map((piece) => (PIECE.test(piece) ? taken(piece) : escapeExpression(piece))).join('')
  const result = `$1${to.replace(/\$[1-9*]/g, (name) => `$${names.indexOf(name) + 2}`)}`
  const plain = { pattern: `^${start}${source}${END}`, substitution: result }
  if (!carriesQuery) return [plain]
  const query = {
    pattern: `^${start}${source}\\?([^#]*)${END}`,
    substitution: `${result}${to.includes('?') ? '&' : '?'}$${names.length + 2}`,
  }
  return [query, plain]
}
