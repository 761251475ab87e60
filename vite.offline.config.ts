import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** The release as a text that changes with the built pages and the files that they name. */
const readRelease = () =>
  ['index.html', 'sin-conexion.html']
    .reduce((hash, page) => hash.update(readFileSync(`dist/portal/${page}`)), createHash('sha256'))
    .digest('base64url')
    .slice(0, 12)

/** A worker is one file without imports, at an address that never changes. */
const buildWorker = (name: string, input: string) => ({
  define: { RELEASE: JSON.stringify(readRelease()) },
  rollupOptions: { input: { [name]: input }, output: { format: 'iife' as const, entryFileNames: '[name].js' } },
})

/**
 * The parts of the portal for times without a connection. Each is a build of its own (`--mode`), so
 * that the portal and these parts share no file. They are added to the built portal.
 */
export default defineConfig(({ mode }) => {
  const { define = {}, rollupOptions } =
    mode === 'page'
      ? { rollupOptions: { input: 'sin-conexion.html' } }
      : buildWorker(mode, mode === 'sw' ? 'src/offline/worker.ts' : 'src/offline/removal-worker.ts')
  return {
    plugins: [tailwindcss()],
    mode: 'production',
    publicDir: false,
    define,
    build: {
      outDir: 'dist/portal',
      emptyOutDir: false,
      target: 'es2022',
      reportCompressedSize: false,
      modulePreload: false,
      rollupOptions,
    },
  }
})
