import { AppError, type AppErrorCode } from '../../app/errors.ts'

/** Messages for the terminal that differ from the library's: they name flags and commands. */
const WORDS: Readonly<Partial<Record<AppErrorCode, (error: AppError) => string>>> = {
  'app/bad-network-option': ({ detail }) => `--connect-to is not understood: ${detail}`,
  'app/no-policy-host': () => 'a robots.txt is for one host; add --host, for example --host example.com',
  'app/nothing-to-resume': () => 'there is no interrupted rekey to resume; name a policy, or pass --undo with a run',
  'app/no-allowlist': ({ thing }) =>
    `policy ${thing} has no allowlist, so --online may not send requests; add hosts.allow to your policy (['*'] allows every public host)`,
  'app/no-file-named': () => 'no file is named; name files, folders or patterns, or - for stdin',
  'app/no-readable-file': ({ thing, detail }) => `${thing}: there is no file to read; ${detail}`,
  'app/unknown-file-format': ({ thing, detail }) =>
    `the format of ${thing} is unknown; ${detail}; or name it with --as`,
  'app/no-such-field': ({ thing }) => `no file has a field ${thing}; check --field and the files`,
  'app/not-in-registry': ({ thing }) => `${thing} is not in the registry; put it there with canonist add`,
  'app/unsorted-log': ({ thing }) => `the lines of ${thing} are not adjacent; sort them by site, or leave out --sorted`,
  'app/no-answer': () => 'no server answered; check the URLs and the network',
}

/** The message of a coded error for the terminal. */
export function describeError(error: Error): string {
  return (error instanceof AppError ? WORDS[error.code]?.(error) : undefined) ?? error.message
}
