/**
 * Prints the size of each part of the portal after brotli. The command fails when a part is more
 * than a tenth larger than recorded in tools/bytes.json. `npm run bytes -- --record` records the
 * sizes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { readCommandLine } from './command-line.mjs'
import { ensureBuilt, ensureInstalled, ROOT } from './setup.mjs'

const ENTRY = 'index.html'

const HOME = 'home, without its chart'
const HOME_GOAL = 145_000
const WIDGET = 'widget'
const WIDGET_LIMIT = 20_000
const MAX_GROWTH = 1.1

const { values: options } = readCommandLine({
  options: { short: { type: 'boolean' }, record: { type: 'boolean' } },
})
ensureInstalled()
ensureBuilt()

const RECORD = join(ROOT, 'tools', 'bytes.json')
const PORTAL = join(ROOT, 'dist', 'portal')
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const chunks = readJson(join(ROOT, 'dist', 'portal-manifest.json'))
const recorded = readJson(RECORD)

const sizes = new Map()
function readSize(file) {
  if (!sizes.has(file)) sizes.set(file, brotliCompressSync(readFileSync(join(PORTAL, file))).length)
  return sizes.get(file)
}

/** Returns the files of these modules and of their static imports. */
function findFiles(modules, found = new Set()) {
  for (const { file, imports = [] } of modules.map((name) => chunks[name])) {
    if (found.has(file)) continue
    found.add(file)
    findFiles(imports, found)
  }
  return found
}

const isScript = (file) => file.endsWith('.js')
const entryFiles = findFiles([ENTRY])
const lazyModules = Object.keys(chunks).filter((name) => chunks[name].isDynamicEntry)

const parts = [
  { part: WIDGET, files: ['widget.js'] },
  { part: 'document', files: [ENTRY] },
  { part: 'styles of the home', files: chunks[ENTRY].css ?? [] },
  { part: HOME, files: [...findFiles([ENTRY])].filter(isScript) },
  ...lazyModules.map((module) => ({
    part: module,
    files: [...findFiles([module])].filter((file) => isScript(file) && !entryFiles.has(file)),
  })),
].map(({ part, files }) => ({ part, files, bytes: files.reduce((total, file) => total + readSize(file), 0) }))

/** The widget has a fixed limit, because pages of other sites load it. */
const findLimit = (part) =>
  Math.min(part === WIDGET ? WIDGET_LIMIT : Infinity, Math.round((recorded[part] ?? Infinity) * MAX_GROWTH))

const isTooLarge = ({ part, bytes }) => bytes > findLimit(part)

console.log('   bytes recorded  part (brotli)')
for (const { part, files, bytes } of parts) {
  const goal = part === HOME ? ` (goal ${HOME_GOAL})` : ''
  const growth = isTooLarge({ part, bytes }) ? `  OVER ${findLimit(part)}` : ''
  console.log(`${String(bytes).padStart(8)}${String(recorded[part] ?? 'new').padStart(9)}  ${part}${goal}${growth}`)
  if (options.short || files.length === 1) continue
  for (const file of files) console.log(`${' '.repeat(21)}${file} ${readSize(file)}`)
}
if (options.record) {
  const record = Object.fromEntries(parts.map(({ part, bytes }) => [part, bytes]))
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`)
} else if (parts.some(isTooLarge)) {
  console.error(
    `Too large: ${parts
      .filter(isTooLarge)
      .map(({ part }) => part)
      .join(', ')}`,
  )
  process.exitCode = 1
}
