import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

import { readCommandLine } from './command-line.mjs'
import { writePictureFonts } from './picture-fonts.mjs'
import { ROOT, runAndRecordBuild } from './setup.mjs'

const DIST = join(ROOT, 'dist')
const PORTAL = join(DIST, 'portal')
const SOURCE_MAPS = join(DIST, 'portal-maps')

const buildConfig = (configFile, mode = 'production') => build({ configFile, mode, logLevel: 'warn' })

/** The server sends every file of the portal's folder: the list of chunks and the maps leave it. */
function moveUnservedFiles() {
  const viteFolder = join(PORTAL, '.vite')
  renameSync(join(viteFolder, 'manifest.json'), join(DIST, 'portal-manifest.json'))
  rmdirSync(viteFolder)

  rmSync(SOURCE_MAPS, { recursive: true, force: true })
  mkdirSync(SOURCE_MAPS, { recursive: true })
  const assets = join(PORTAL, 'assets')
  const maps = readdirSync(assets).filter((name) => name.endsWith('.map'))
  for (const name of maps) renameSync(join(assets, name), join(SOURCE_MAPS, name))
}

async function buildPortal() {
  await buildConfig('vite.config.ts')
  moveUnservedFiles()
  // The service worker (`sw`) contains a hash of the portal's document and of the offline page
  // (`page`), so both are built before it.
  await buildConfig('vite.offline.config.ts', 'page')
  await buildConfig('vite.widget.config.ts')
  await Promise.all(['sw', 'sw-off'].map((mode) => buildConfig('vite.offline.config.ts', mode)))
}

const buildAll = () =>
  Promise.all([
    buildPortal(),
    buildConfig('vite.page.config.ts'),
    buildConfig('vite.server.config.ts'),
    writePictureFonts(join(DIST, 'fonts')),
  ])

readCommandLine()
await runAndRecordBuild(buildAll)
