/** `canonist/admit`: which URLs enter a registry, under which URL, and what a person must look at. */
export { admit, createAdmitter, type Admitter } from './admit/admit.ts'
export type { Admission, Decision, Pagination, RedirectStep } from './admit/admission.ts'
export { createHostFacts, type Fact, type HostFacts } from './admit/host-facts.ts'
export type { AdmitOptions } from './admit/options.ts'
export type { Flag, Note, Reason } from './admit/words.ts'
