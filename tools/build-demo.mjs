import { build } from 'vite'

import { readCommandLine } from './command-line.mjs'
import { ensureInstalled, runAndRecordBuild } from './setup.mjs'

/** Builds the static demo into `dist/demo`. */
readCommandLine()
ensureInstalled()
await runAndRecordBuild(() => build({ configFile: 'vite.demo.config.ts', logLevel: 'warn' }), 'demo')
