import { defineConfig } from 'vite'
import { BROWSERS } from './vite.config.ts'

/** The widget is one file without imports, at an address that never changes. It is added to the built portal. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist/portal',
    emptyOutDir: false,
    target: BROWSERS,
    reportCompressedSize: false,
    modulePreload: false,
    rollupOptions: {
      input: { widget: 'src/widget/widget.ts' },
      output: { format: 'iife', entryFileNames: '[name].js' },
    },
  },
})
