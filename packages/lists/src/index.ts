/**
 * `@canonist/lists`: normalizes and deduplicates lists of URLs of any size, which are text, tables or Parquet.
 *
 * A list comes from an `Input`, and its result goes to a `Sink`: anything with a `write` that takes bytes.
 *
 * @example
 * const inputs = [await openInputFile('urls.txt.gz')]
 * const options = { policy: policies.dedupe, format: 'text', salt: randomUUID() } as const
 * await writeAtomically('unique.txt', (write) => dedupeList(inputs, { write }, options))
 */
export { openInputFile, createStreamInput, createTextInput, type Input, type InputFileOptions } from './io/input.ts'
export { openSink, type Sink } from './io/sink.ts'
export { writeAtomically, type WriteBytes } from './io/write-atomically.ts'
export type { InputReport, OnProgress, OnRejected, RejectedInput } from './io/input-report.ts'
export type { Format, ListFormat, ListInputFormat } from './io/line-formats.ts'
export { IO_ERRORS, IoError, OutputClosed, type IoErrorCode } from './io/errors.ts'
export { LINE_ERRORS, type LineErrorCode } from './io/line-errors.ts'
export { BULK_ERRORS, BulkError, type BulkErrorCode } from './bulk/errors.ts'
export type { ListOptions, OnTable, PolicySource } from './lists/list-options.ts'
export type { ArchiveReader } from './lists/record-lines.ts'
export { detectLists, type DetectedLists } from './lists/detect-lists.ts'
export { dedupeList, type DedupeListOptions, type DedupeReport, type MemoryLimit } from './lists/dedupe-list.ts'
export { normalizeList, type Jobs, type NormalizeListOptions } from './lists/normalize-list.ts'
