// Writes every file and table that is made from a description in the sources:
//     npm run generate
// A test fails where one of them is not current.
import { readFileSync, writeFileSync } from 'node:fs'
import {
  makeAdmissionPage,
  makeCommandLinePage,
  makeErrorsPage,
  makeFrontierPage,
  makeHealthPage,
  makeValidatePage,
} from '../../../scripts/generate/error-tables.mjs'
import { makeClientRequests, makeClientTypes } from '../../../scripts/generate/client.mjs'
import { makeKernel } from '../../../scripts/generate/kernel.mjs'
import { makeCommandsPage } from '../../../scripts/generate/commands.mjs'
import { makeDefaultSettings } from './generate/default-settings.mjs'
import { makeFingerprints } from './generate/fingerprints.mjs'
import { makePolicyPage } from './generate/policy-page.mjs'
import { makeSchema } from './generate/schema.mjs'
import { makeSpecTypes } from './generate/spec-types.mjs'
import { makeTrackingNames, makeTrackingPage } from './generate/tracking-names.mjs'

const ROOT = new URL('../../../', import.meta.url)

/** Each file with what makes its text. Pages are made from their own text: only their tables are generated. */
export const GENERATED = [
  { file: 'packages/core/src/policy/spec.ts', make: makeSpecTypes },
  { file: 'packages/core/src/policy/default-settings.ts', make: makeDefaultSettings },
  { file: 'packages/core/src/policy/tracking-names.ts', make: makeTrackingNames },
  // Below the files that fingerprints depend on.
  { file: 'packages/core/src/policy/built-in-fingerprints.ts', make: makeFingerprints },
  { file: 'packages/core/schema/policy.schema.json', make: makeSchema },
  { file: 'docs/reference/policy-file.md', make: makePolicyPage },
  { file: 'docs/reference/tracking-parameters.md', make: makeTrackingPage },
  { file: 'docs/reference/errors.md', make: makeErrorsPage },
  { file: 'docs/reference/frontier.md', make: makeFrontierPage },
  { file: 'docs/reference/admission.md', make: makeAdmissionPage },
  { file: 'docs/reference/link-health.md', make: makeHealthPage },
  { file: 'docs/reference/command-line.md', make: (page) => makeCommandsPage(makeCommandLinePage(page)) },
  { file: 'docs/reference/validate.md', make: makeValidatePage },
  { file: 'packages/client/src/operation-types.ts', make: makeClientTypes },
  { file: 'packages/client/src/requests.ts', make: makeClientRequests },
  { file: 'packages/lists/src/bulk/kernel/scan-lines-wasm.ts', make: () => makeKernel('scan-lines') },
  { file: 'packages/lists/src/bulk/kernel/seen-hashes-wasm.ts', make: () => makeKernel('seen-hashes') },
]

/** Makes the text of one of these files. An error names the file, because the same function makes tables of several pages. */
export async function generate({ file, make }) {
  try {
    return await (file.endsWith('.md') ? make(readFileSync(new URL(file, ROOT), 'utf8')) : make())
  } catch (error) {
    throw new Error(`${file}: ${error.message}`, { cause: error })
  }
}

if (import.meta.main) for (const each of GENERATED) writeFileSync(new URL(each.file, ROOT), await generate(each))
