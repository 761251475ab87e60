import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The server checks that the origin of a call is the host it was sent to, so the host stays the page's. */
const API = { target: process.env['DEV_API'] ?? 'http://127.0.0.1:3001', changeOrigin: false }

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist/portal',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      // Chart.js reads properties at import; without this its unused scales stay in the chunk (5 KB).
      treeshake: { propertyReadSideEffects: false },
      // Without this the modules that the entry shares with later parts are 14 files, and 5 KB more.
      output: { codeSplitting: { groups: [{ name: 'initial', tags: ['$initial'] }] } },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': API, '/config.json': API } },
})
