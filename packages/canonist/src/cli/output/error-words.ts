import { AppError, type AppErrorCode } from '../../app/errors.ts'

/** What people at a terminal are told where that names flags, or puts the words of the library in another way. */
const WORDS: Readonly<Partial<Record<AppErrorCode, (error: AppError) => string>>> = {
  'app/bad-network-option': ({ detail }) => `--connect-to is not understood: ${detail}`,
  'app/no-policy-host': () => 'a robots.txt is for one host; add --host, for example --host example.com',
  'app/nothing-to-resume': () => 'no move of keys was broken off: give a policy, or --undo with a run',
  'app/no-answer': () => 'no server answered; check the URLs and the network',
}

/** The message of a coded error as the command words it. */
export function wordError(error: Error): string {
  return (error instanceof AppError ? WORDS[error.code]?.(error) : undefined) ?? error.message
}
