import type { ErrorEntry } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '@canonist/core/internal/text/coded-error'

/** Every way in which runs, uploads and events can fail. */
export const RUN_ERRORS = {
  'run/not-found': {
    kind: 'missing',
    retry: false,
    says: 'No run has this id.',
    fix: 'List the runs to see their ids.',
  },
  'run/ended': {
    kind: 'conflict',
    retry: false,
    says: 'The run has ended already.',
    fix: 'Start a new one.',
  },
  'run/not-resumable': {
    kind: 'conflict',
    retry: false,
    says: 'The run cannot be resumed.',
    fix: 'Resume only runs that were interrupted, cancelled or failed. Otherwise start a new run.',
  },
  'run/unavailable': {
    kind: 'unavailable',
    retry: false,
    says: 'This process cannot execute runs.',
    fix: 'Use a server started with canonist serve, without --read-only and --snapshot.',
  },
  'run/no-network': {
    kind: 'blocked',
    retry: false,
    says: 'A run of this kind sends requests, which this server does not allow.',
    fix: 'Start the server without --no-network.',
  },
  'run/failed': {
    kind: 'bug',
    retry: false,
    says: 'The run failed because of a bug.',
    fix: 'Report it, with the log of the run.',
  },
  'upload/not-found': {
    kind: 'missing',
    retry: false,
    says: 'No complete upload has this id.',
    fix: 'Upload the file, and use the id in the response. An upload is removed when its run is done, and after seven days without use.',
  },
  'upload/in-use': {
    kind: 'conflict',
    retry: false,
    says: 'A run is reading the upload.',
    fix: 'Cancel the run, or wait for its end, which removes the upload.',
  },
} as const satisfies Record<string, ErrorEntry>

export type RunErrorCode = keyof typeof RUN_ERRORS

export class RunsError extends CodedError<RunErrorCode> {
  override readonly name = 'RunsError'

  constructor(code: RunErrorCode, options: CodedErrorOptions = {}) {
    super(RUN_ERRORS, code, options)
  }
}
