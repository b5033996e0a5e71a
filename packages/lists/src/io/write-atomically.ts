import { constants, type Stats } from 'node:fs'
import { access, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { findTarget, type StreamTarget } from './find-target.ts'
import { createTemporaryName, removeLeftovers } from './leftovers.ts'
import { unregisterTemporary, registerTemporary } from './temporary-files.ts'
import { rethrowAsWriteError, IoError } from './errors.ts'

/** Takes the next bytes of a file. Fails with an `IoError`. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>

/**
 * Writes a file in one step: readers see the old content or the complete new content, and after any failure the old file is
 * untouched. Every file that a command writes goes through here.
 *
 * - The bytes go to a new file with a random name in the same folder, which is renamed when it is complete and on the disk. Such files of killed runs
 *   are removed first.
 * - Mode and owner of an existing file stay (the owner only where the system lets this user give files away).
 * - A symbolic link stays, and the file it leads to is replaced. Of a file with several hard links only this name is replaced.
 * - A file without write permission is refused, although its folder would allow replacing it.
 * - Pipes and devices are written to directly.
 *
 * Errors of `use` are passed on; the writer's own failures are `IoError`s.
 */
export async function writeAtomically<T>(path: string, use: (write: WriteBytes) => Promise<T>): Promise<T> {
  const fail = rethrowAsWriteError(path)
  const target = await findTarget(path).catch(fail)
  if (target.kind === 'stream') return writeDirectly(target, fail, use)
  const { path: file, before } = target
  if (before !== null) await rejectProtected(path, file, before.mode)
  removeLeftovers(file)
  const temporary = createTemporaryName(file)
  registerTemporary(temporary)
  try {
    const result = await writeTemporary(temporary, before, fail, use)
    await rename(temporary, file).catch(fail)
    await syncFolder(dirname(file))
    return result
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  } finally {
    unregisterTemporary(temporary)
  }
}

/** A folder with write permission allows replacing files without it, and nothing stops the superuser. */
async function rejectProtected(name: string, file: string, mode: number): Promise<void> {
  if ((mode & 0o222) === 0) throw new IoError('io/write-protected', { thing: `cannot write ${name}` })
  await access(file, constants.W_OK).catch(rethrowAsWriteError(name))
}

/** Throws what a failure of the system means for the file that was named. */
type Fail = ReturnType<typeof rethrowAsWriteError>

async function writeDirectly<T>(
  { path, isAppended }: StreamTarget,
  fail: Fail,
  use: (write: WriteBytes) => Promise<T>,
): Promise<T> {
  // Without O_TRUNC and O_CREAT: `-o /dev/stdout >> FILE` must keep what FILE has.
  const flags = constants.O_WRONLY | (isAppended ? constants.O_APPEND : 0)
  const handle = await open(path, flags).catch(fail)
  try {
    return await use(createWriter(handle, fail))
  } finally {
    await handle.close().catch(fail)
  }
}

async function writeTemporary<T>(
  path: string,
  before: Stats | null,
  fail: Fail,
  use: (write: WriteBytes) => Promise<T>,
): Promise<T> {
  // `wx` fails if the name exists, even as a link. 0600: other users must not read the file before it has its final mode.
  const handle = await open(path, 'wx', before === null ? 0o666 : 0o600).catch(fail)
  try {
    const result = await use(createWriter(handle, fail))
    if (before !== null) await keepAccess(handle, before).catch(fail)
    await handle.sync().catch(fail)
    return result
  } finally {
    await handle.close().catch(fail)
  }
}

function createWriter(handle: FileHandle, fail: Fail): WriteBytes {
  // Not handle.write: a disk that fills up may take only a part of the bytes.
  return (bytes) => handle.writeFile(bytes).catch(fail)
}

/** Owner, then mode: changing the owner clears the set-user-id bit. */
async function keepAccess(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const isOwnerKept = await succeeds(handle.chown(uid, gid))
  const isGroupKept = isOwnerKept || (await succeeds(handle.chown((await handle.stat()).uid, gid)))
  await handle.chmod(computeMode(mode, isOwnerKept, isGroupKept))
}

/** Bits that would give another owner's or group's rights to this user's are dropped. */
function computeMode(mode: number, isOwnerKept: boolean, isGroupKept: boolean): number {
  const bits = mode & (isOwnerKept ? 0o7777 : 0o1777)
  return isGroupKept ? bits : bits & 0o1707
}

const succeeds = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** Brings the rename to the disk. Not every file system can; the file is in its place already. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
