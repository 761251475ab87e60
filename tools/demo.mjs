import { join } from 'node:path'

import { readCommandLine } from './command-line.mjs'
import { ensureBuilt, ensureInstalled, ROOT } from './setup.mjs'
import { startStaticServer } from './static-server.mjs'

const PORT = 3002

/** Builds the static demo when its sources changed, and serves it on this machine. */
readCommandLine()
ensureInstalled()
ensureBuilt('demo')
const port = Number(process.env.PORT ?? PORT)
try {
  const { url } = await startStaticServer({ folder: join(ROOT, 'dist', 'demo'), port })
  console.log(`Demostración sin servidor, con datos simulados: ${url}/`)
} catch (error) {
  console.error(`No fue posible abrir el puerto ${port}: ${error.message}. Indique otro en PORT.`)
  process.exitCode = 1
}
