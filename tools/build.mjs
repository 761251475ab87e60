import { join } from 'node:path'
import { build } from 'vite'

import { writePictureFonts } from './picture-fonts.mjs'
import { ROOT } from './setup.mjs'

for (const configFile of ['vite.config.ts', 'vite.server.config.ts']) await build({ configFile, logLevel: 'warn' })

await writePictureFonts(join(ROOT, 'dist', 'fonts'))
