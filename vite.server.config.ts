import { defineConfig } from 'vite'

/** Packages stay outside the bundle: libsql and pg load native parts of their own. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        replay: 'server/replay.ts',
        operator: 'server/operator.ts',
        import: 'server/import.ts',
        backup: 'server/backup.ts',
        restore: 'server/restore.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
