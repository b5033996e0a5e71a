import { Buffer } from 'node:buffer'
import { rmSync } from 'node:fs'
import { formatJson } from '@canonist/core/internal/text/format-json'
import { formatGroup, UrlGroups, type UrlGroup } from '../url-groups.ts'
import { AppendFile, readChunks } from './append-file.ts'
import { Candidates } from './candidates.ts'
import { appendFrameHeader } from './frames.ts'
import { appendRecord, readRecords, type GroupRecord } from './group-records.ts'
import type { SpillFolder } from './spill-folder.ts'
import { UniqueRecords } from './unique-records.ts'

export interface GroupPartOptions {
  readonly folder: SpillFolder
  readonly salt: string
  /** The limit of memory for groups, in bytes. */
  readonly room: number
  /** Which of `parts` equal shares of the records is processed. */
  readonly part: number
  readonly parts: number
}

/** A group that takes more than this share of the memory is huge. */
const HUGE_SHARE = 1 / 8

/**
 * Groups the records of a partition, or of a part of it, and writes each group as a frame with a line of JSON.
 *
 * All groups are in memory, except those that outgrow it: a single URL may have more lines than memory has room for. The lines of such a
 * *huge* group go to a file of their own, and from there through `UniqueRecords` into the frame.
 *
 * @returns false if there are too many groups for the memory; nothing is written then
 */
export async function groupPart(path: string, to: AppendFile, options: GroupPartOptions): Promise<boolean> {
  const { folder, room, part, parts } = options
  const groups = new UrlGroups()
  const firsts = new Map<UrlGroup, number>()
  const huge = new Map<UrlGroup, AppendFile>()
  try {
    for (const record of readRecords(path)) {
      if (Math.floor((record.share / 0x1_0000_0000) * parts) !== part) continue
      const group = groups.add(record.url, record.line, record.count)
      if (!firsts.has(group)) firsts.set(group, record.sequence)
      const file = huge.get(group)
      if (file !== undefined) moveMembers(groups, group, record, file)
      else if (groups.bytes > room) {
        const largest = findLargest(groups)
        if (largest.bytes < room * HUGE_SHARE) return false
        const own = new AppendFile(folder.file(`huge-${huge.size}`))
        huge.set(largest, own)
        moveMembers(groups, largest, record, own)
      }
    }
    for (const [url, group] of groups.entries()) {
      const sequence = firsts.get(group) ?? 0
      const file = huge.get(group)
      if (file === undefined) writeGroup(to, sequence, Buffer.from(`${formatGroup(url, group)}\n`))
      else await writeHuge(to, sequence, { url, count: group.count, lines: file }, options)
    }
    to.flush()
    return true
  } finally {
    for (const file of huge.values()) {
      file.close()
      rmSync(file.path, { force: true })
    }
  }
}

function writeGroup(to: AppendFile, sequence: number, text: Buffer): void {
  appendFrameHeader(to, sequence, text.length)
  to.append(text)
}

function moveMembers(groups: UrlGroups, group: UrlGroup, { sequence, share }: GroupRecord, file: AppendFile): void {
  for (const line of group.members) appendRecord(file, { sequence, count: 0, share, url: '', line })
  groups.empty(group)
}

function findLargest(groups: UrlGroups): UrlGroup {
  let largest: UrlGroup | null = null
  for (const [, group] of groups.entries()) {
    if (largest === null || group.bytes > largest.bytes) largest = group
  }
  // There is one, because the memory is full.
  return largest as UrlGroup
}

interface HugeGroup {
  readonly url: string
  readonly count: number
  readonly lines: AppendFile
}

async function writeHuge(
  to: AppendFile,
  sequence: number,
  { url, count, lines }: HugeGroup,
  { folder, salt, room }: GroupPartOptions,
): Promise<void> {
  lines.flush()
  const members = new AppendFile(folder.file('members'))
  try {
    await writeUnique(lines.path, members, folder, salt, room)
    const start = formatGroup(url, { count, members: [] }).slice(0, -2)
    // The first member has no comma before it.
    appendFrameHeader(to, sequence, start.length + members.length - 1 + 3)
    to.append(Buffer.from(start))
    let isFirst = true
    for (const chunk of readChunks(members.path, 1_048_576)) {
      to.append(isFirst ? chunk.subarray(1) : chunk)
      isFirst = false
    }
    to.append(Buffer.from(']}\n'))
  } finally {
    members.close()
    rmSync(members.path, { force: true })
  }
}

/** Writes every line once, as a JSON string after a comma. */
async function writeUnique(
  from: string,
  to: AppendFile,
  folder: SpillFolder,
  salt: string,
  room: number,
): Promise<void> {
  const unique = new UniqueRecords(salt, room / 2, () => new Candidates(folder))
  const sink = { write: (bytes: Uint8Array) => Promise.resolve(to.append(bytes)) }
  try {
    for (const { line } of readRecords(from)) {
      if (!unique.isNew(line)) continue
      const output = Buffer.from(`,${formatJson(line)}`)
      unique.endRecord(output.length)
      const { length } = unique.takeCandidates({ output, length: output.length })
      to.append(output.subarray(0, length))
    }
    await unique.finish(sink)
    to.flush()
  } finally {
    unique.close()
  }
}
