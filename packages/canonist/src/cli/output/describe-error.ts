import { LinkError, type LinkErrorCode } from '@canonist/links/internal/files/errors'
import { AppError, type AppErrorCode } from '@canonist/server/internal/canonist/errors'

/** Messages for the terminal that differ from the library's: they name flags and commands. */
const WORDS: Readonly<Partial<Record<AppErrorCode | LinkErrorCode, (error: AppError | LinkError) => string>>> = {
  'app/bad-network-option': ({ detail }) => `--connect-to is not valid: ${detail}`,
  'app/no-policy-host': () => 'A robots.txt is for one host. Add --host, for example --host example.com.',
  'app/nothing-to-resume': () =>
    'No rekey was interrupted, so there is nothing to resume. Name a policy, or pass --undo with a run.',
  'app/no-allowlist': ({ thing }) =>
    `Policy ${thing} has no allowlist, so --online may not send requests. Add hosts.allow to your policy (['*'] allows every public host).`,
  'app/no-file-named': () => 'No file is named. Name files, folders or patterns, or - for stdin.',
  'app/no-readable-file': ({ thing, detail }) =>
    `${thing}: No file is in a supported format (${detail}). Name other files.`,
  'app/unknown-file-format': ({ thing, detail }) =>
    `Canonist cannot tell the format of ${thing} (${detail}). Pass the format with --as.`,
  'app/no-such-field': ({ thing }) => `No file has a field ${thing}. Check --field and the files.`,
  'app/not-in-registry': ({ thing }) => `${thing} is not in the registry. Add it with canonist add.`,
  'app/unsorted-log': ({ thing }) =>
    `The lines of ${thing} are not adjacent. Sort them by site, or leave out --sorted.`,
  'app/no-answer': () => 'No server answered. Check the URLs and the network.',
}

/** The message of a coded error for the terminal. */
export function describeError(error: Error): string {
  return (
    (error instanceof AppError || error instanceof LinkError ? WORDS[error.code]?.(error) : undefined) ?? error.message
  )
}
