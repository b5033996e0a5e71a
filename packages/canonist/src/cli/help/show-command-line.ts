import { toPrintable } from '../../text/printable.ts'
import { quoteForShell } from '../../text/quote-for-shell.ts'

/** A command line as people can paste it into a shell. Ends a message, without a full stop. */
export function showCommandLine(args: readonly string[]): string {
  return ['canonist', ...args.map((arg) => quoteForShell(toPrintable(arg)))].join(' ')
}
