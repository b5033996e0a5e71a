import { parentPort, workerData } from 'node:worker_threads'
import type { FuzzRange, Fuzzer } from './fuzz.ts'

// Runs one share of `fuzzOnAllCores`.
const { module, name, range } = workerData as { module: string; name: string; range: FuzzRange }
const fuzzers = (await import(module)) as Readonly<Record<string, Fuzzer>>
const tally = await (fuzzers[name] as Fuzzer)(range)
parentPort?.postMessage(tally, [])
