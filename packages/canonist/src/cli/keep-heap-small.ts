import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the space for young objects as small as it is at the start. A command that works through a long list makes little that
 * lives and much that does not, for which V8 would reserve a hundred megabytes; collecting more often costs a tenth of the
 * time. V8 reads the flag whenever it considers growing. Call it before anything large is loaded, and only in a command: it
 * changes the whole process.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * Lets garbage grow to a quarter of what lives, not to as much again or more, before V8 collects it: for a command that keeps a limit on its
 * memory.
 */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=25')
}
