import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { SCREENS } from './src/application/navigation/screens.ts'
import { createDemoPages } from './src/demo/pages.ts'
import { BROWSERS } from './vite.config.ts'

const DOCUMENT = 'demo.html'

/** The addresses that have a page. */
const PATHS = Object.values(SCREENS).map(({ path }) => path)

/** Writes the page of each screen in place of the one built document. */
const writePages = (): Plugin => ({
  name: 'demo-pages',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const document = bundle[DOCUMENT]
    if (document?.type !== 'asset') throw new Error(`${DOCUMENT} was not built`)
    delete bundle[DOCUMENT]
    for (const [fileName, source] of createDemoPages(String(document.source), PATHS))
      this.emitFile({ type: 'asset', fileName, source })
    this.emitFile({ type: 'asset', fileName: 'robots.txt', source: 'User-agent: *\nDisallow: /\n' })
  },
})

/** The static demo: files with relative addresses, for any folder of any host. */
export default defineConfig({
  base: './',
  plugins: [react(), tailwindcss(), writePages()],
  publicDir: false,
  build: {
    outDir: 'dist/demo',
    emptyOutDir: true,
    target: BROWSERS,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: DOCUMENT,
      // The first load is one script, so that the pages name few files.
      output: { codeSplitting: { groups: [{ name: 'demo', tags: ['$initial'] }] } },
    },
  },
})
