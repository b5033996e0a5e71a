import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSources } from '../support/packages.ts'

const WRITES = /\b(?:writeFile|appendFile|createWriteStream|copyFile|cp|rename|symlink|truncate)(?:Sync)?\b/
const OPENS = /\bopen(?:Sync)?\b/
/** The flags with which a file is opened to write it. */
const WRITING_FLAGS = /'(?:[aw]x?\+?|r\+|as\+?|rs\+)'|\bO_(?:WRONLY|RDWR|CREAT|APPEND|TRUNC)\b/

/** The modules that make or rename files by themselves, and why. */
const MAY_WRITE: Readonly<Record<string, string>> = {
  'lists/io/write-atomically.ts': 'the writer',
  'registry/registry/publish/files.ts': 'renames what SQLite wrote, and opens files to bring them to the disk',
  'server/runs/uploads.ts': 'keeps the input of a run in a temporary file that only this user can read',
  'lists/io/keep-input.ts': 'keeps what came through a pipe in a temporary file that only this user can read',
  'lists/bulk/spill/append-file.ts': 'writes the temporary files of dedupe, from which it can be resumed',
  'lists/bulk/spill/spill-folder.ts': 'saves the state of such a run beside them',
  'learn/log/file-spool.ts': 'keeps records in a temporary file that nobody else sees',
}

/** The modules that open files to read them. */
const ONLY_READ = [
  'server/http/token-file.ts',
  'server/policies/read-policy-file.ts',
  'lists/io/input.ts',
  'lists/io/random-access.ts',
  'links/files/find-files.ts',
  'registry/store/file-access.ts',
]

const sources = new Map(readSources().map(({ name, text }) => [name, text]))

/** What a module imports from `node:fs`, as text. */
const listFileImports = (source: string): string =>
  [...source.matchAll(/import \{([^}]*)\} from 'node:fs(?:\/promises)?'/g)].map(([, names = '']) => names).join()

test('no other module opens or writes files', () => {
  const found = [...sources].flatMap(([name, text]) => {
    const names = listFileImports(text)
    return WRITES.test(names) || OPENS.test(names) ? [name] : []
  })
  assert.deepEqual(found.toSorted(), [...Object.keys(MAY_WRITE), ...ONLY_READ].toSorted())
})

for (const name of ONLY_READ)
  test(`${name} writes nothing to the files that it opens`, () => {
    const source = sources.get(name) ?? assert.fail(name)
    assert.doesNotMatch(listFileImports(source), WRITES)
    assert.doesNotMatch(source, WRITING_FLAGS)
  })
