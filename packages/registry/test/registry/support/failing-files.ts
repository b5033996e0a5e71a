import { DISK, type Files } from '../../../src/registry/publish/files.ts'

/** The disk, which fails at the n-th thing that is asked of it and from then on, as a machine does that has stopped. */
export function failingAt(n: number): { readonly files: Files; readonly hasFailed: () => boolean } {
  let asked = 0
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    asked += 1
    if (asked >= n) throw new Error(`the machine stopped at step ${n}`)
    return work()
  }
  return {
    hasFailed: () => asked >= n,
    files: {
      makeFolder: (path) => step(() => DISK.makeFolder(path)),
      list: (folder) => step(() => DISK.list(folder)),
      read: (path) => step(() => DISK.read(path)),
      write: (path, text) => step(() => DISK.write(path, text)),
      sync: (path) => step(() => DISK.sync(path)),
      makeReadOnly: (path) => step(() => DISK.makeReadOnly(path)),
      rename: (from, to) => step(() => DISK.rename(from, to)),
      remove: (path) => step(() => DISK.remove(path)),
    },
  }
}
