interface Described {
  readonly brief: string
  readonly placeholder?: string
}

/** Required, unless it has a default or may be left out. */
type Presence =
  | { readonly optional: true; readonly default?: never }
  | { readonly optional?: never; readonly default?: string }

interface Switch extends Described {
  readonly kind: 'boolean'
  readonly optional?: true
  readonly default?: false
  readonly withNegated?: false
}

interface Choice extends Described {
  readonly kind: 'enum'
  readonly values: readonly string[]
}

interface Parsed<Value> extends Described {
  readonly kind: 'parsed'
  /** Throws an error that says what is valid. */
  readonly parse: (input: string) => Value
  /** Several values: the flag is repeated, or this text is between them. */
  readonly variadic?: true | string
}

/** A flag that may be repeated. */
export type RepeatedFlag<Value> = Parsed<Value> & { readonly variadic: true; readonly optional: true }

/** How a flag is parsed, and what help says about it. */
export type FlagDescription = Switch | (Choice & Presence) | (Parsed<unknown> & Presence)

/** A command's flags, or a group that several commands share, by their names. */
export type FlagDescriptions = Readonly<Record<string, FlagDescription>>

export interface ArgumentDescription extends Described {
  readonly parse: (input: string) => unknown
}

/** The arguments of a command besides its flags. */
export type ArgumentsDescription =
  | { readonly kind: 'tuple'; readonly parameters: readonly ArgumentDescription[] }
  | {
      readonly kind: 'array'
      readonly parameter: ArgumentDescription
      readonly minimum?: number
      readonly maximum?: number
    }

type ParsedBy<Parser> = Parser extends { readonly parse: (input: string) => infer Value } ? Value : never

type Given<Flag> = Flag extends { readonly kind: 'boolean' }
  ? boolean
  : Flag extends { readonly kind: 'enum'; readonly values: readonly (infer Value)[] }
    ? Value
    : Flag extends { readonly variadic: true | string }
      ? readonly ParsedBy<Flag>[]
      : ParsedBy<Flag>

/**
 * What a command gets for described flags. No other place states the types of its flags.
 *
 * @example FlagsOf<typeof rejectionFlags> // { readonly rejects: string | undefined; readonly maxInvalid: number }
 */
export type FlagsOf<Flags> = {
  readonly [Name in keyof Flags]: Flags[Name] extends { readonly optional: true }
    ? Given<Flags[Name]> | undefined
    : Given<Flags[Name]>
}

/** What a command gets for described arguments. */
export type ArgumentsOf<Arguments> = Arguments extends { readonly kind: 'array'; readonly parameter: infer Each }
  ? readonly ParsedBy<Each>[]
  : Arguments extends { readonly kind: 'tuple'; readonly parameters: infer All extends readonly unknown[] }
    ? { readonly [Place in keyof All]: ParsedBy<All[Place]> }
    : never

type Word = keyof Switch | keyof Choice | keyof Parsed<unknown>

/** Refuses a default that is not a choice, and a misspelled word, which a type parameter would let pass. */
export type Checked<Flags> = {
  readonly [Name in keyof Flags]: {
    readonly [Unknown in Exclude<keyof Flags[Name], Word>]: never
  } & (Flags[Name] extends { readonly kind: 'enum'; readonly values: readonly (infer Value)[] }
    ? { readonly default?: Value }
    : unknown)
}
