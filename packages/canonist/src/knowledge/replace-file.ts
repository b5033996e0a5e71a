import type { Buffer } from 'node:buffer'
import { access, chmod, chown, open, readFile, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { constants } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Puts new bytes in the place of a file from one moment to the next: whoever reads it sees the old or the new ones, whole.
 * Mode and owner stay, a link still leads to the file. False where somebody has changed the file since it was read.
 */
export async function replaceFile(path: string, before: Buffer, after: Buffer, salt: string): Promise<boolean> {
  const target = await realpath(path)
  const { mode, uid, gid } = await stat(target)
  await refuseProtected(target, mode)
  if (!before.equals(await readFile(target))) return false
  const beside = join(dirname(target), `.${basename(target)}.${salt}.tmp`)
  // Outside: what another run has put there is not ours to remove.
  const file = await open(beside, 'wx', 0o600)
  try {
    await writeWhole(file, after)
    // Who may not give files away owns them already, or cannot help it.
    await chown(beside, uid, gid).catch(() => undefined)
    await chmod(beside, mode & 0o7777)
    await rename(beside, target)
    return true
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** A folder that may be written to lets files go that may not; and for the superuser the system protects none. */
async function refuseProtected(path: string, mode: number): Promise<void> {
  await access(path, constants.W_OK)
  if ((mode & 0o222) === 0) throw Object.assign(new Error(`${path} is write-protected`), { code: 'EACCES' })
}

/** On the disk when it returns. */
async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
