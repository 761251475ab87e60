import { fileURLToPath } from 'node:url'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { minify } from 'terser'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

/** The server checks that the origin of a call is the host it was sent to, so the host stays the page's. */
const API = { target: process.env['DEV_API'] ?? 'http://127.0.0.1:3001', changeOrigin: false }

/** Lazy modules that every page needs at once, unless its document carries the first values. */
const NEEDED_AT_ONCE = ['/src/composition/market-adapters.ts', '/src/adapters/http/configuration-api.ts']

/** Adds links to the document that load `modules` and their imports next to the entry. */
const preloadWithEntry = (modules: readonly string[]): Plugin => ({
  name: 'preload-with-entry',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {}, chunk: entry }) {
      const files = new Set<string>()
      const add = (file: string): void => {
        const chunk = bundle[file]
        if (file === entry?.fileName || files.has(file) || chunk?.type !== 'chunk') return
        files.add(file)
        chunk.imports.forEach(add)
      }
      for (const chunk of Object.values(bundle)) {
        const facade = chunk.type === 'chunk' ? chunk.facadeModuleId : null
        if (facade && modules.some((module) => facade.endsWith(module))) add(chunk.fileName)
      }
      return [...files].map(
        (file): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }),
      )
    },
  },
})

/** Modules of inversify that only bindings of classes need (2 KB). */
const CLASS_MODULES = /^\.[./\w]*\/(InstanceBindingNodeImplementation|getClassMetadata)\.js$/

/** Modules of inversify for plugins and snapshots (0.3 KB). */
const CONTAINER_SERVICES = /^\.[./\w]*\/(PluginManager|SnapshotManager)\.js$/

/** Minifies again what Vite minified: 1.5 KB less of the first load than either minifier alone (ADR-5). */
const minifyAgain = (): Plugin => ({
  name: 'minify-again',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const { code } = await minify(chunk.code, {
        module: true,
        ecma: 2020,
        // Statements compress better than one expression with commas.
        compress: { passes: 4, sequences: false },
        // V8 compiles functions in parentheses while the file arrives; without them it parses React
        // again when its module runs (50 ms on a slow phone).
        format: { wrap_func_args: true },
      })
      if (code) chunk.code = code
    }
  },
})

const INLINE_SCRIPT = /(?<=<script>)[\s\S]*?(?=<\/script>)/g

/** Minifies the scripts in the document, which every page carries. */
const minifyInlineScripts = (): Plugin => ({
  name: 'minify-inline-scripts',
  apply: 'build',
  async transformIndexHtml(html) {
    const scripts = await Promise.all((html.match(INLINE_SCRIPT) ?? []).map((script) => minify(script, { ecma: 2020 })))
    return html.replace(INLINE_SCRIPT, () => scripts.shift()?.code ?? '')
  },
})

/** Gives the package of the candles the classes that they need of Chart.js. */
const shareChartBase = (): Plugin => ({
  name: 'share-chart-base',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'chart.js' && importer?.includes('/chartjs-chart-financial/')
      ? toPath('src/charts/plot/candle-base.ts')
      : null,
})

/** Parts of Chart.js that no chart of the portal reaches, and their replacements. */
const UNUSED_CHART_CODE: readonly (readonly [name: string, code: RegExp, replacement: string])[] = [
  // Finds elements under the pointer: our charts handle pointers themselves (1 KB).
  ['Interaction', /^ ?var Interaction = \{[\s\S]*?^\};$/m, 'var Interaction = { modes: {} };'],
  // Draws an axis: `PlotScale` overrides `draw` (2 KB).
  ['Scale.draw', /^ _computeGridLineItems\(chartArea\) \{[\s\S]*?^(?= _layers\(\) \{$)/m, ''],
]

const dropUnusedChartCode = (): Plugin => ({
  name: 'drop-unused-chart-code',
  apply: 'build',
  enforce: 'pre',
  transform(source, id) {
    if (!id.endsWith('/chart.js/dist/chart.js')) return null
    const code = UNUSED_CHART_CODE.reduce((rest, [name, unused, replacement]) => {
      if (!unused.test(rest)) throw new Error(`Chart.js has no code of ${name} to leave out`)
      return rest.replace(unused, replacement)
    }, source)
    return { code, map: null }
  },
})

const toPath = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export default defineConfig({
  // Bindings are numbered in metadata of classes; without decorators inversify needs no more of it (2 KB).
  resolve: {
    alias: [
      { find: 'reflect-metadata/lite', replacement: toPath('src/composition/metadata.ts') },
      { find: '@kurkle/color', replacement: toPath('src/charts/plot/color-math.ts') },
      {
        find: /^\.{1,2}\/(calculations\/)?build\w+Jit\.js$/,
        replacement: toPath('src/composition/no-generated-code.ts'),
      },
      { find: CLASS_MODULES, replacement: toPath('src/composition/no-class-bindings.ts') },
      { find: CONTAINER_SERVICES, replacement: toPath('src/composition/no-container-services.ts') },
    ],
  },
  plugins: [
    react(),
    tailwindcss(),
    shareChartBase(),
    dropUnusedChartCode(),
    preloadWithEntry(NEEDED_AT_ONCE),
    minifyAgain(),
    minifyInlineScripts(),
  ],
  build: {
    outDir: 'dist/portal',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    manifest: true,
    // A browser without preloads of modules loads them with the entry.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Chart.js reads properties at import; without this its unused scales stay in the chunk (5 KB).
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The first load contains the list of all later files: short names save 0.5 KB of it.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Without this the modules that the entry shares with later parts are 14 files, and 5 KB more.
            { name: 'initial', tags: ['$initial'], priority: 3 },
            { name: 'calls', test: /src\/adapters\/http|node_modules\/(zod|ofetch|ufo|destr)\//, minShareCount: 2 },
            // The login draws a chart as SVG, without Chart.js.
            {
              name: 'drawing',
              test: /src\/charts\/(draw|data|view\/(still|use-canvas))/,
              minShareCount: 3,
              priority: 2,
            },
            {
              name: 'plot',
              test: /src\/charts\/(plot|view\/(?!still|use-canvas))|node_modules\/(chart\.js|@kurkle|react-chartjs)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': API, '/config.json': API, '/pasarela': API } },
})
