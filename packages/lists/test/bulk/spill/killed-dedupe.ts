import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createChance } from '@canonist/test-support/chance.ts'
import { exitCode, start } from '@canonist/test-support/command.ts'

export interface KilledRun {
  /** The arguments of `canonist`. */
  readonly args: readonly string[]
  /** What is expected, and where the temporary files go. */
  readonly digest: string
  readonly temp: string
  /** How often it is killed, and after at most how many milliseconds. */
  readonly kills: number
  readonly withinMs: number
  readonly seed: number
}

/** Kills a command with SIGKILL at random moments, then lets it end, and compares what it prints with what is expected. */
export async function killUntilDone({ args, digest, temp, kills, withinMs, seed }: KilledRun): Promise<number> {
  const chance = createChance(seed)
  let resumed = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const child = start(args)
    child.stdin.end()
    child.stdout.resume()
    let messages = ''
    child.stderr.on('data', (chunk: Buffer) => (messages += String(chunk)))
    const ended = exitCode(child)
    const timer = setTimeout(() => child.kill('SIGKILL'), chance(withinMs))
    const code = await ended
    clearTimeout(timer)
    assert.ok(code === null || code === 1, `it ended with ${code}: ${messages}`)
    if (hasState(temp)) resumed += 1
  }
  assert.equal(await runToEnd(args), digest)
  assert.deepEqual(readdirSync(temp), [], 'no temporary file is left')
  return resumed
}

function hasState(temp: string): boolean {
  const [name] = readdirSync(temp)
  return name !== undefined && readdirSync(`${temp}/${name}`).includes('state.json')
}

/** The SHA-256 of what the command prints. */
export async function runToEnd(args: readonly string[]): Promise<string> {
  const child = start(args)
  child.stdin.end()
  const hash = createHash('sha256')
  child.stdout.on('data', (chunk: Buffer) => hash.update(chunk))
  child.stderr.resume()
  // The lists have invalid lines.
  assert.equal(await exitCode(child), 1)
  return hash.digest('hex')
}
