/** The kinds of reviews, in words: `unknown_param` is "unknown parameter". */
const WORDS: Readonly<Record<string, string>> = {
  unknown_param: 'unknown parameter',
  unknown_param_too_long: 'unknown parameter, too long to name',
  learned_rule: 'learned rule',
  rejected_input: 'rejected input',
}

export const describeKind = (kind: string): string => WORDS[kind] ?? kind.replaceAll('_', ' ')
