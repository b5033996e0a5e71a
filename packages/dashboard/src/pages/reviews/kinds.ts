/** The kinds of reviews, in words: `unknown_param` is "unknown parameter". */
const WORDS: Readonly<Record<string, string>> = {
  unknown_param: 'unknown parameter',
  unknown_param_too_long: 'unknown parameter, too long to name',
  learned_rule: 'learned rule',
  rejected_input: 'rejected input',
}

export const describeKind = (kind: string): string => WORDS[kind] ?? kind.replaceAll('_', ' ')

/** A review in a list: what it is about, and where. */
export interface Subject {
  readonly what: string
  readonly where: string | null
}

const SUBJECTS: Readonly<Record<string, (first: string, rest: string) => Subject>> = {
  unknown_param: (site, name) => ({ what: `Does ${name} matter?`, where: site }),
  host_alias: (host, canonical) => ({ what: `Is ${host} the same site?`, where: canonical }),
  learned_rule: (site, rule) => ({ what: rule, where: site.replace(/:$/, '') }),
  gone: (url, why) => ({ what: url, where: why === '' ? null : why }),
}

/** The subject of a review is a host or a URL, and often a word after it. */
export function describeSubject(kind: string, subject: string): Subject {
  const [first = '', ...rest] = subject.split(' ')
  return SUBJECTS[kind]?.(first, rest.join(' ')) ?? { what: subject, where: null }
}

/** What a decision says about the question, in a few words. */
const DECISIONS: Readonly<Record<string, readonly [accept: string, reject: string]>> = {
  unknown_param: ['Accept: it selects the page', 'Reject: it only tracks'],
  host_alias: ['Accept: one site', 'Reject: two sites'],
  gone: ['Accept: it is gone', 'Reject: it will be back'],
  learned_rule: ['Accept: adopt the rule', 'Reject: leave it out'],
}

export const describeDecisions = (kind: string): readonly [accept: string, reject: string] =>
  DECISIONS[kind] ?? ['Accept', 'Reject']
