import { accessSync, constants, statSync } from 'node:fs'
import { quoteEmpty } from '@canonist/core/internal/text/quote-empty'
import { RunError } from '../run-error.ts'

/** Rejects a folder of --temp that cannot be used: the run may need it only after hours. */
export function rejectUnusableTemp(folder: string | undefined): void {
  const fault = folder === undefined ? null : findFault(folder)
  if (folder !== undefined && fault !== null) throw new RunError(`--temp ${quoteEmpty(folder)}: ${fault}`, 2)
}

function findFault(folder: string): string | null {
  try {
    const info = statSync(folder, { throwIfNoEntry: false })
    if (info === undefined) return 'The folder does not exist. Create it, or name another one.'
    if (!info.isDirectory()) return 'It is not a folder. Name a folder.'
    accessSync(folder, constants.W_OK | constants.X_OK)
    return null
  } catch {
    return 'This user may not write to the folder. Change its permissions, or name another one.'
  }
}
