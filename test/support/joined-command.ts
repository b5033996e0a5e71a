import { join } from 'node:path'
import { joinProgram } from './join-program.ts'
import { ROOT } from './test-cache.ts'

/** The command, for tests that start it. */
export const JOINED_COMMAND = await joinProgram(join(ROOT, 'packages/canonist/src/cli/main.ts'))
