import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * The renderer of the pages and its thread, with every package inside: they need React's production
 * build.
 */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist/page',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: { renderer: 'src/page/renderer.tsx', worker: 'src/page/worker.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
