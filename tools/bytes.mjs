import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { ensureBuilt, ensureInstalled, ROOT } from './setup.mjs'

/** Prints the brotli bytes of the first load of the home and of each later part. */
ensureInstalled()
ensureBuilt()
const PORTAL = join(ROOT, 'dist', 'portal')
const index = readFileSync(join(PORTAL, 'index.html'))
const initial = new Set(
  [...index.toString().matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file),
)
const size = (body) => brotliCompressSync(body).length
const parts = readdirSync(join(PORTAL, 'assets'))
  .filter((name) => /\.(js|css)$/.test(name))
  .map((name) => `assets/${name}`)
  .map((file) => ({ file, bytes: size(readFileSync(join(PORTAL, file))), first: initial.has(file) }))
  .sort((one, other) => Number(other.first) - Number(one.first) || other.bytes - one.bytes)
const sum = (ending) =>
  parts.filter((part) => part.first && part.file.endsWith(ending)).reduce((total, { bytes }) => total + bytes, 0)

console.log(`index.html ${size(index)} B · JavaScript at first ${sum('.js')} B · styles ${sum('.css')} B (brotli)`)
for (const { file, bytes, first: atFirst } of parts)
  console.log(`${atFirst ? 'at first' : '   later'}  ${String(bytes).padStart(6)}  ${file}`)
