import { Buffer } from 'node:buffer'
import { rmSync } from 'node:fs'
import type { Sink } from '../../io/sink.ts'
import { SeenUrls } from '../seen-urls.ts'
import { formatGroup, UrlGroups } from '../url-groups.ts'
import { AppendFile } from './append-file.ts'
import { mergeIntoFile, mergeIntoSink } from './frames.ts'
import { groupPart } from './group-part.ts'
import { appendRecord } from './group-records.ts'
import type { Collector } from './limited-run.ts'
import type { SpillFolder } from './spill-folder.ts'

const PARTITIONS = 64
const PARTITION_BUFFER = 32_768
const HINT = 'The same command continues where this run stopped. Or name a folder on a larger disk with --temp.'
/** V8 may let garbage grow to the size of the live data before it collects it. */
const LIVE_SHARE = 0.6
const WRITTEN_CHARACTERS = 65_536

export interface SavedGroups {
  readonly accepted: number
  readonly sequence: number
  /** The length of each. */
  readonly partitions: readonly number[]
}

/**
 * Collects every line under its URL, within a limit of memory.
 *
 * It starts *in memory*. When the memory is full, it is *spilling*: all groups, and from then on all lines, go to partitions, which are files by the hash
 * of the URL. At the end, each partition is grouped and written in order of first appearance, and these files are merged.
 */
export class GroupCollector implements Collector<SavedGroups> {
  readonly #salt: string
  readonly #room: number
  readonly #openFolder: () => SpillFolder
  readonly #saved: SavedGroups | null
  readonly #groups = new UrlGroups()
  /** For its hash; it has no URLs. */
  readonly #hasher: SeenUrls
  #partitions: readonly AppendFile[] | null = null
  #sequence = 0
  #accepted = 0

  constructor(salt: string, limit: number, openFolder: () => SpillFolder, saved: SavedGroups | null) {
    this.#salt = salt
    this.#room = limit * LIVE_SHARE
    this.#openFolder = openFolder
    this.#saved = saved
    this.#hasher = new SeenUrls(salt, 0)
  }

  get accepted(): number {
    return this.#accepted
  }

  /** Everything that was saved is in files, so nothing has to be replayed. */
  get isReplayed(): boolean {
    return this.#saved !== null
  }

  catchUp(): void {
    if (this.#saved === null) return
    this.#open(this.#saved.partitions)
    this.#sequence = this.#saved.sequence
    this.#accepted = this.#saved.accepted
  }

  add(url: string, line: string): void {
    this.#accepted += 1
    if (this.#partitions !== null) return this.#append(url, line, 1)
    this.#groups.add(url, line)
    if (this.#groups.bytes > this.#room) this.#spill()
  }

  save(): SavedGroups | null {
    if (this.#partitions === null) return null
    for (const file of this.#partitions) file.flush()
    const partitions = this.#partitions.map(({ length }) => length)
    return { accepted: this.#accepted, sequence: this.#sequence, partitions }
  }

  /** Writes all groups in order of first appearance. Returns how many there are. */
  async finish(sink: Sink): Promise<number> {
    if (this.#partitions === null) {
      await this.#write(sink)
      return this.#groups.size
    }
    const merged: string[] = []
    for (const [index, file] of this.#partitions.entries()) {
      file.flush()
      if (file.length > 0) merged.push(await this.#group(file, index))
    }
    return mergeIntoSink(merged, sink)
  }

  close(): void {
    for (const file of this.#partitions ?? []) file.close()
  }

  #open(lengths: readonly number[]): void {
    const folder = this.#openFolder()
    this.#partitions = lengths.map(
      (length, index) =>
        new AppendFile(folder.file(`groups-${index}`), { length, bufferBytes: PARTITION_BUFFER, hint: HINT }),
    )
  }

  #spill(): void {
    this.#open(Array<number>(PARTITIONS).fill(0))
    for (const [url, { count, members }] of this.#groups.entries()) {
      let left = count
      // The first member represents all lines of the group.
      for (const line of members) {
        this.#append(url, line, left)
        left = 0
      }
    }
    this.#groups.clear()
  }

  #append(url: string, line: string, count: number): void {
    const hash = this.#hasher.findUnknown(url)
    const share = Buffer.from(hash ?? []).readUInt32LE(0)
    const file = this.#partitions?.[(hash?.[8] ?? 0) % PARTITIONS]
    if (file !== undefined) appendRecord(file, { sequence: this.#sequence, count, share, url, line })
    this.#sequence += 1
  }

  async #write(sink: Sink): Promise<void> {
    let pending = ''
    for (const [url, group] of this.#groups.entries()) {
      pending += `${formatGroup(url, group)}\n`
      if (pending.length < WRITTEN_CHARACTERS) continue
      await sink.write(Buffer.from(pending))
      pending = ''
    }
    if (pending !== '') await sink.write(Buffer.from(pending))
  }

  /** Groups one partition, in as many parts as necessary. Returns the file of its groups. */
  async #group(file: AppendFile, index: number): Promise<string> {
    for (let parts = 1; ; parts *= 2) {
      const paths = await this.#groupParts(file, index, parts)
      if (paths === null) continue
      const [only] = paths
      return parts === 1 && only !== undefined ? only : this.#merge(paths, this.#openFolder().file(`grouped-${index}`))
    }
  }

  /** The file of each part; null if one of them does not fit into memory. */
  async #groupParts(file: AppendFile, index: number, parts: number): Promise<string[] | null> {
    const folder = this.#openFolder()
    const paths: string[] = []
    for (let part = 0; part < parts; part += 1) {
      const to = new AppendFile(folder.file(`grouped-${index}-${part}`), { hint: HINT })
      try {
        const hasFit = await groupPart(file.path, to, { folder, salt: this.#salt, room: this.#room, part, parts })
        if (!hasFit) return null
      } finally {
        to.close()
      }
      paths.push(to.path)
    }
    return paths
  }

  async #merge(paths: readonly string[], path: string): Promise<string> {
    const to = new AppendFile(path, { hint: HINT })
    await mergeIntoFile(paths, to)
    to.close()
    for (const merged of paths) rmSync(merged, { force: true })
    return path
  }
}
