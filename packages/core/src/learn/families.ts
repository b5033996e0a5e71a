/** The kinds of rules that are looked for, each with what it says. */
export const RULE_FAMILIES = {
  scheme: 'http and https lead to the same page',
  host: 'one host name is another name of a host',
  session: 'an identifier of a visitor in the query or the path',
  parameter: 'a parameter, or several that travel together, change nothing',
  'default-value': 'a value means the same as leaving the parameter out',
  'parameter-order': 'the order of parameters means nothing',
  'empty-query': 'a lone ? and empty pairs mean nothing',
  slash: 'slashes at the end of a path, or in a row, mean nothing',
  case: 'the case of a path means nothing',
  'index-file': 'a file name stands for its directory',
  fragment: 'what stands behind # is no page of its own',
  rewrite: 'one path is another spelling of a path, with variables',
} as const
