import { renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

import { writePictureFonts } from './picture-fonts.mjs'
import { markBuild, ROOT } from './setup.mjs'

async function buildAll() {
  for (const configFile of ['vite.config.ts', 'vite.page.config.ts']) await build({ configFile, logLevel: 'warn' })

  // The list of chunks is for `npm run bytes`; the server would serve it as a file of the portal.
  const viteFolder = join(ROOT, 'dist', 'portal', '.vite')
  renameSync(join(viteFolder, 'manifest.json'), join(ROOT, 'dist', 'portal-manifest.json'))
  rmdirSync(viteFolder)

  // After the portal: the worker changes with every release of it.
  for (const mode of ['page', 'sw', 'sw-off']) {
    await build({ configFile: 'vite.offline.config.ts', mode, logLevel: 'warn' })
  }
  await build({ configFile: 'vite.server.config.ts', logLevel: 'warn' })
  await writePictureFonts(join(ROOT, 'dist', 'fonts'))
}

await markBuild(buildAll)
