import { defineConfig } from 'vite'

/** `canonist serve` looks for the built files here. */
const OUT = '../canonist/dist/dashboard'

/** With `npm run dev -w packages/dashboard`, requests go to a server on its default port. */
const SERVER = 'http://127.0.0.1:4480'

export default defineConfig({
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': SERVER, '/metrics': SERVER, '/docs': SERVER } },
})
