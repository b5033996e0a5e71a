import { subscribe } from 'node:diagnostics_channel'

// Loaded into a command by `--import`. Keeps some bytes for each request that the command gets, as a defect would.

/** The head of a string and its place in the list. */
const OVERHEAD = 24
const length = Number(process.env['LEAK_BYTES']) - OVERHEAD
const kept: string[] = []

// Each is one flat string: pieces that were joined would take more.
subscribe('http.server.request.start', () => {
  kept.push(Buffer.alloc(length, String(kept.length)).toString('latin1'))
})
