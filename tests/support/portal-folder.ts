import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { temporaryFolder } from '#tests/support/databases.ts'

export const THEME_SCRIPT = "document.documentElement.dataset['tema'] = 'oscuro'"
export const CRITICAL_STYLE = 'body { margin: 0 }'

/**
 * The page of a built portal. It has an inline theme script, a critical style and a module with a
 * hash in its name.
 */
export const INDEX_HTML = `<!doctype html><html lang="es"><head><title>Mercado Dólar</title><script>${THEME_SCRIPT}</script><style>${CRITICAL_STYLE}</style>
<script type="module" crossorigin src="/assets/app-4f2a.js"></script>
<link rel="modulepreload" crossorigin href="/assets/libraries-9c1d.js"></head><body><div id="root"></div>${'<!-- relleno -->'.repeat(40)}</body></html>`

/** The inline script of the offline page. */
export const OFFLINE_SCRIPT = "document.documentElement.dataset['pagina'] = 'sin conexión'"

/** The service worker that removes itself. */
export const REMOVAL_WORKER = 'registration.unregister()'

export const APP_SCRIPT = `export const precio = 4102.35 // ${'dólar '.repeat(200)}`

/** Creates a folder with a small built portal. */
export async function temporaryPortal(): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), INDEX_HTML)
  await writeFile(join(folder, 'assets', 'app-4f2a.js'), APP_SCRIPT)
  await writeFile(join(folder, 'assets', 'archivo-77aa.woff2'), Buffer.from([0, 1, 2, 3]))
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'sw.js'), 'addEventListener("fetch", () => {})')
  await writeFile(join(folder, 'sw-off.js'), REMOVAL_WORKER)
  await writeFile(join(folder, 'sin-conexion.html'), `<!doctype html><script>${OFFLINE_SCRIPT}</script>`)
  await writeFile(join(folder, 'manifest.webmanifest'), '{}')
  return folder
}
