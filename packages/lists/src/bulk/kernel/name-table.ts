import type { ScanNames } from '@canonist/core/internal/normalize/scan-tables'

/** A name is stored with its length as one byte. */
const MAX_NAME_LENGTH = 255
/** More names than any policy should have; the table must not take the memory of a block. */
const MAX_NAMES = 10_000

/** The names of parameters as the kernel reads them: see `NAMES` in kernel/scan-lines.ts. */
export interface NameTable {
  readonly bytes: Uint8Array
  /** What goes to `NAMES`: the address of the slots, their number less one, the address of the prefixes, their number. */
  readonly header: Uint32Array
}

const EMPTY: NameTable = { bytes: new Uint8Array(), header: new Uint32Array(4) }

/**
 * Lays out a hash table with open addressing.
 *
 * @param address where in the kernel's memory the table will be
 */
export function buildNameTable(names: ScanNames | null, address: number): NameTable {
  // A name outside ASCII is spelled with escapes, and the kernel passes those on.
  const exact = [...(names?.exact ?? [])].filter(([name]) => isAscii(name))
  const prefixes = (names?.prefixes ?? []).filter(isAscii)
  const texts = [...exact.map(([name]) => name), ...prefixes]
  if (names === null || texts.length > MAX_NAMES || texts.some(({ length }) => length > MAX_NAME_LENGTH)) return EMPTY
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(exact.length * 2 + 1)))
  const entries: number[] = []
  const nextAddress = (): number => address + slots.byteLength + entries.length
  for (const [name, duty] of exact) {
    slots[findFreeSlot(slots, name)] = nextAddress()
    entries.push(duty, name.length, ...toCodes(name))
  }
  const header = Uint32Array.of(address, slots.length - 1, nextAddress(), prefixes.length)
  for (const prefix of prefixes) entries.push(prefix.length, ...toCodes(prefix))
  return { bytes: Uint8Array.from([...new Uint8Array(slots.buffer), ...entries]), header }
}

const isAscii = (text: string): boolean => !/[^\x00-\x7f]/.test(text)
const toCodes = (text: string): number[] => Array.from(text, (char) => char.charCodeAt(0))

function findFreeSlot(slots: Uint32Array, name: string): number {
  let slot = hashName(name) & (slots.length - 1)
  while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
  return slot
}

/** FNV-1a, as in the kernel. */
function hashName(name: string): number {
  let hash = 0x811c9dc5
  for (const code of toCodes(name)) hash = Math.imul(hash ^ code, 0x01000193)
  return hash
}
