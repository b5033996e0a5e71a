/** In pseudo-trials; a rule without any needs 35 contents without a failure. */
export const PRIOR = {
  knownName: 27,
  structure: 22,
  spelling: 18,
  listStart: 22,
  parameter: 16,
  template: 15,
  case: 12,
}
