/** How a single call is made. */
export interface CallOptions {
  /** Ends the call, whatever it is doing; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** For operations that need nothing. */
export type NoInput = Readonly<Record<string, never>>

export type Method<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>
export type OptionalMethod<Input, Output> = (input?: Input, options?: CallOptions) => Promise<Output>

/** A part of a list. */
export interface Part<Item> {
  readonly items: readonly Item[]
  /** `after` of the next part; null after the last one. */
  readonly next: string | null
}

/** Reads one part of a list, or all of it. A part may have more than items: `More`. */
export interface ListMethod<Input, Item, More = unknown> extends Method<Input, Part<Item> & More> {
  /** Every item, from the one behind `after` to the end. The next part is requested when the items of the last one are used up. */
  all(input: Input, options?: CallOptions): AsyncGenerator<Item, void, void>
}
export interface OptionalListMethod<Input, Item, More = unknown> extends OptionalMethod<Input, Part<Item> & More> {
  /** Every item, from the one behind `after` to the end. The next part is requested when the items of the last one are used up. */
  all(input?: Input, options?: CallOptions): AsyncGenerator<Item, void, void>
}

/** URLs, from an array, a generator, a file … */
export type Urls = Iterable<string> | AsyncIterable<string>

export interface LineMethod<Input, Item> {
  /** The same for any number of URLs: a result for each, in order, while others are still being sent. */
  stream(urls: Urls, input?: Input, options?: CallOptions): AsyncGenerator<Item, void, void>
}

export interface ReportMethod<Input, Report> {
  /** The same for any number of URLs: one report for all of them. */
  stream(urls: Urls, input?: Input, options?: CallOptions): Promise<Report>
}
