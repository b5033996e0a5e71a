import type { HealthSpec, PolicyFields, QuerySpec } from './spec.ts'

/** What people write beside the rules; no rule reads it. */
type Label = '$schema' | 'version' | 'description' | 'evidence'

/** Nothing is left out and nothing is null, at every depth of an object. */
type Filled<T> = T extends string | boolean | readonly unknown[]
  ? T
  : { readonly [Key in keyof T]-?: Filled<NonNullable<T[Key]>> }

type FilledFields = Filled<Omit<PolicyFields, Label>>

/** The rules for the query with nothing left open but `signed`, whose default depends on the rules that are chosen. */
export type QuerySettings = Omit<Filled<QuerySpec>, 'signed'> & Pick<QuerySpec, 'signed'>

/** A policy's fields with nothing left open: what the rules read. */
export interface Settings extends Omit<FilledFields, 'query' | 'health'> {
  readonly query: QuerySettings
  readonly health: HealthSpec
}

export type LanguageSettings = Settings['languages']
export type ClassifySettings = Settings['classify']
