import { join } from 'node:path'

import { readCommandLine } from './command-line.mjs'
import { ensureBuilt, ensureInstalled, ROOT } from './setup.mjs'
import { startStaticServer } from './static-server.mjs'

const PORT = 3002

/** Builds the static demo when its sources changed, and serves it on this machine. */
readCommandLine()
ensureInstalled()
ensureBuilt('demo')
const { url } = await startStaticServer({ folder: join(ROOT, 'dist', 'demo'), port: Number(process.env.PORT ?? PORT) })
console.log(`Demostración sin servidor, con datos simulados: ${url}/`)
