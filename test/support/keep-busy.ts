/** Blocks the event loop: no timer fires and no socket is read. */
export function keepBusy(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
