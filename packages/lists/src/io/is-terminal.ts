import { fstatSync, statSync } from './node-fs.ts'

/** Whether a descriptor is a terminal. Only devices can be terminals, so node:tty, which loads streams and sockets, is loaded only for those. */
export function isTerminal(fd: number): boolean {
  try {
    const info = fstatSync(fd)
    return info.isCharacterDevice() && !isNullDevice(info.rdev) && process.getBuiltinModule('node:tty').isatty(fd)
  } catch {
    return false
  }
}

function isNullDevice(device: number): boolean {
  return process.platform !== 'win32' && statSync('/dev/null', { throwIfNoEntry: false })?.rdev === device
}
