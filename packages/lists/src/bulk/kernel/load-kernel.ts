import { Buffer } from 'node:buffer'

/** The part of WebAssembly that is used here. Only the types for browsers declare it, and they declare much more. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: object }
}

export interface KernelMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

const PAGE_BYTES = 65_536

/** Compiles a kernel, which takes about a millisecond, and returns its functions. */
export function loadKernel(base64: string): object {
  const module = new WebAssembly.Module(Buffer.from(base64, 'base64'))
  return new WebAssembly.Instance(module).exports
}

/** Grows the memory to at least this size. Views of it are invalid afterwards. */
export function reserveMemory(memory: KernelMemory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
}
