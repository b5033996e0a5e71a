import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the heap of this process small: V8 otherwise doubles the space for short-lived objects again and again, up to 100 MB
 * more, although a list needs nothing of a document once it was compared. V8 reads this flag whenever it thinks of growing.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
