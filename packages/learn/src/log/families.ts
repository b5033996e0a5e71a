/** The kinds of rules that the learner looks for, each with what it states. */
export const RULE_FAMILIES = {
  scheme: 'http and https lead to the same page',
  host: 'two host names serve the same pages',
  session: 'the query or the path contains a session identifier',
  parameter: 'a parameter (or several together) has no meaning',
  'default-value': 'a value means the same as no parameter',
  'parameter-order': 'the order of parameters has no meaning',
  'empty-query': 'a lone ? and empty pairs have no meaning',
  slash: 'slashes at the end of a path, or repeated slashes, have no meaning',
  case: 'a path means the same in upper and lower case',
  'index-file': 'a file name means the same as its directory',
  fragment: 'the fragment after # does not name another page',
  rewrite: 'two path patterns name the same page',
} as const
