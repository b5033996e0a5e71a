import type { HealthSpec, PolicyFields, QuerySpec } from './spec.ts'

/** Fields for people, which no rule reads. */
type Label = '$schema' | 'version' | 'description' | 'evidence'

/** The type with every field required and non-null, at every depth. */
type Filled<T> = T extends string | boolean | readonly unknown[]
  ? T
  : { readonly [Key in keyof T]-?: Filled<NonNullable<T[Key]>> }

type FilledFields = Filled<Omit<PolicyFields, Label>>

/** The query fields, all filled in except `signed`, whose default depends on the active rules. */
export type QuerySettings = Omit<Filled<QuerySpec>, 'signed'> & Pick<QuerySpec, 'signed'>

/** The fields that no rule reads, only admission and classification. */
export type AdmissionField = 'languages' | 'pagination' | 'classify' | 'citation' | 'health'

/** A policy's fields, all filled in: what the rules read. */
export interface Settings extends Omit<FilledFields, 'query' | AdmissionField> {
  readonly query: QuerySettings
}

export interface AdmissionSettings extends Omit<Pick<FilledFields, AdmissionField>, 'health'> {
  readonly health: HealthSpec
}

export type LanguageSettings = AdmissionSettings['languages']
export type ClassifySettings = AdmissionSettings['classify']
