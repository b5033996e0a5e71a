/** Milliseconds of CPU time since `start`, a value of `process.cpuUsage()`: other processes do not lengthen them. */
export function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
