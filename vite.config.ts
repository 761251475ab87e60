import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The server checks that the origin of a call is the host it was sent to, so the host stays the page's. */
const API = { target: process.env['DEV_API'] ?? 'http://127.0.0.1:3001', changeOrigin: false }

/** The oldest supported browsers: Tailwind's style sheets need these. */
export const BROWSERS = ['chrome111', 'edge111', 'firefox128', 'safari16.4']

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist/portal',
    emptyOutDir: true,
    target: BROWSERS,
    reportCompressedSize: false,
    manifest: true,
    sourcemap: 'hidden',
    // `npm run bytes` compares the sizes that are sent.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The entry and its static imports are three files: a rendered page evaluates each in a
            // task of its own (`server/page/page-template.ts`).
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 4 },
            { name: 'core', tags: ['$initial'], test: /src\/(domain|application|adapters|composition)\//, priority: 3 },
            { name: 'initial', tags: ['$initial'], priority: 2 },
            { name: 'chart.js', test: /node_modules\/(chart\.js|@kurkle|react-chartjs-2)\//, priority: 1 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': API, '/config.json': API, '/pasarela': API } },
})
