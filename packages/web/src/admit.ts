/** `canonist/admit`: which URLs enter a registry, under which URL, and what a person must look at. */
export { admit, createAdmitter, type Admitter } from './admit/admit.ts'
export type { Admission, AdmissionDecision, Pagination, RedirectStep } from './admit/admission.ts'
export { createHostFacts, type HostFact, type HostFacts } from './admit/host-facts.ts'
export type { AdmitOptions } from './admit/options.ts'
export type { AdmissionFlag, AdmissionNote, AdmissionReason } from './admit/words.ts'
