import { renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

import { readCommandLine } from './command-line.mjs'
import { writePictureFonts } from './picture-fonts.mjs'
import { ROOT, runAndRecordBuild } from './setup.mjs'

async function buildAll() {
  for (const configFile of ['vite.config.ts', 'vite.page.config.ts']) await build({ configFile, logLevel: 'warn' })

  // `npm run bytes` reads the list of chunks. In this folder the server would serve the list.
  const viteFolder = join(ROOT, 'dist', 'portal', '.vite')
  renameSync(join(viteFolder, 'manifest.json'), join(ROOT, 'dist', 'portal-manifest.json'))
  rmdirSync(viteFolder)

  // The service worker (`sw`) contains a hash of the portal's document and of the offline page
  // (`page`), so both are built before it.
  for (const mode of ['page', 'sw', 'sw-off']) {
    await build({ configFile: 'vite.offline.config.ts', mode, logLevel: 'warn' })
  }
  await build({ configFile: 'vite.server.config.ts', logLevel: 'warn' })
  await writePictureFonts(join(ROOT, 'dist', 'fonts'))
}

readCommandLine()
await runAndRecordBuild(buildAll)
