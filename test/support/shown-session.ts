import { execFile } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A command after `$ ` and the output that the page shows for it. */
export interface Shown {
  readonly command: string
  readonly output: string
}

/** Splits a terminal session into its commands. A `\` at the end of a line continues the command. */
export function readSession(text: string): Shown[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...output] = part.replaceAll(/\\\n\s*/g, '').split('\n')
      return { command, output: withoutOuterBlanks(output.join('\n')) }
    })
}

export const withoutOuterBlanks = (text: string): string => text.replace(/^\s*\n|\s+$/g, '')

/**
 * `…` in a page matches any text of one line, and `…` alone on a line any number of lines. Durations differ from run to
 * run and are not compared.
 */
export function matchShown(output: string): RegExp {
  const lines = output.replace(/\d+ ms/g, '… ms').split('\n')
  const patterns = lines.map((line) => (line === '…' ? '[^]*' : line.split('…').map(escapeExpression).join('.*')))
  return new RegExp(`^${patterns.join('\n')}$`)
}

const escapeExpression = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

export function writeScript(bin: string, name: string, body: string): void {
  const file = join(bin, name)
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, 0o755)
}

export interface Shell {
  /** Holds scripts that replace `canonist` and `npx`. */
  readonly bin: string
  readonly folder: string
}

/** Everything a reader sees, in this order: stdout, then stderr. */
export function runInShell(command: string, { bin, folder }: Shell): Promise<string> {
  const { FORCE_COLOR: _, CANONIST_DB: __, ...inherited } = process.env
  const env = { ...inherited, NO_COLOR: '1', PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` }
  return new Promise((resolve) => {
    execFile('sh', ['-c', command], { cwd: folder, env }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })
}
