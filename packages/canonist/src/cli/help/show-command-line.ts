import { toPrintable } from '@canonist/core/internal/text/printable'
import { quoteForShell } from '@canonist/core/internal/text/quote-for-shell'

/** A command line as people can paste it into a shell. Ends a message, without a full stop. */
export function showCommandLine(args: readonly string[]): string {
  return ['canonist', ...args.map((arg) => quoteForShell(toPrintable(arg)))].join(' ')
}
