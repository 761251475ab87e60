import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The renderer of the pages, with every package inside: it needs React's production build. */
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
      input: { renderer: 'src/page/renderer.tsx' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
