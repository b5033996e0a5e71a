import { readSystemCode, createWriteFailure } from '@canonist/lists/internal/io/errors'
import type { PublishOptions, PublishReport } from '@canonist/registry/internal/registry/publish/publish'
import type { Canonist } from '../canonist/open-canonist.ts'

export type { PublishStep } from '@canonist/registry/internal/registry/publish/publish'

/** `keep` is how many snapshots stay, with the new one. */
export type PublishSnapshotOptions = Pick<PublishOptions, 'keep' | 'onProgress'>

/** Writes a read-only snapshot of the registry into a folder, and switches to it atomically. */
export async function publishSnapshot(
  canonist: Canonist,
  folder: string,
  options: PublishSnapshotOptions = {},
): Promise<PublishReport> {
  const registry = await canonist.registry()
  return registry.publish(folder, options).catch((error: unknown) => {
    // What the system says of the folder; what the registry says stays as it is.
    throw /^E[A-Z]+$/.test(readSystemCode(error)) ? createWriteFailure(`cannot publish to ${folder}`, error) : error
  })
}

/** Whether a location is a server. All of its tables are read in one transaction, which a read-only session does not have here. */
export const isServer = (location: string): boolean => /^postgres(?:ql)?:\/\//i.test(location)
