import { defineConfig } from 'vite'
import { listLicenses } from './scripts/list-licenses.ts'

/** `canonist serve` looks for the built files here. */
const OUT = '../server/dist/dashboard'

/** With `npm run dev -w packages/dashboard`, requests go to a server on its default port. */
const SERVER = 'http://127.0.0.1:4480'

/**
 * The frame and the parts of nearly every page. Lists, charts and tables of hosts are loaded by the pages that have them.
 *
 * The frame belongs to it because it shares the router with the pages: apart from them, the router is split into small files.
 */
const COMMON = /src\/(?:data\/|shell\/|router|main|ui\/(?:card|chip|format|query-view|states|time|toasts|use-))/

const licenses = listLicenses()

export default defineConfig({
  plugins: [licenses.page],
  worker: { plugins: () => [licenses.worker] },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every page needs is one file: twenty small ones compress worse and load later.
        codeSplitting: { groups: [{ name: 'common', test: COMMON }] },
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/metrics': SERVER, '/docs': SERVER } },
})
