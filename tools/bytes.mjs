/**
 * Prints the bytes of each part of the portal after brotli. The command fails when a part is over
 * its budget.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { BUDGETS, DOCUMENT_BUDGET, ENTRY, STYLES_BUDGET } from './byte-budgets.mjs'
import { readCommandLine } from './command-line.mjs'
import { ensureBuilt, ensureInstalled, ROOT } from './setup.mjs'

const { values: options } = readCommandLine({ options: { short: { type: 'boolean' } } })
ensureInstalled()
ensureBuilt()

const PORTAL = join(ROOT, 'dist', 'portal')
const chunks = JSON.parse(readFileSync(join(ROOT, 'dist', 'portal-manifest.json'), 'utf8'))
const compress = (file) => brotliCompressSync(readFileSync(join(PORTAL, file))).length
const sizes = new Map()
const readSize = (file) => {
  if (!sizes.has(file)) sizes.set(file, compress(file))
  return sizes.get(file)
}

/** Returns the chunk names of these modules and of all their static imports. */
function findChunks(modules, found = new Set()) {
  for (const name of modules) {
    if (found.has(name)) continue
    if (!chunks[name]) throw new Error(`${name} is no entry and no lazy import of the built portal`)
    found.add(name)
    findChunks(chunks[name].imports ?? [], found)
  }
  return found
}

const entryChunks = findChunks([ENTRY])
const toFiles = (names) => [...names].map((name) => chunks[name].file).filter((file) => file.endsWith('.js'))
const chunkTitles = new Map(Object.values(chunks).map(({ file, name }) => [file, name ?? file]))

/** Returns the files of a part, largest first. */
function findFiles(modules) {
  const names = [...findChunks(modules)].filter((name) => modules.includes(ENTRY) || !entryChunks.has(name))
  return toFiles(names).sort((one, other) => readSize(other) - readSize(one))
}

const sum = (files) => files.reduce((total, file) => total + readSize(file), 0)
const styles = [...entryChunks].flatMap((name) => chunks[name].css ?? [])

const rows = [
  { part: 'document', files: ['index.html'], budget: DOCUMENT_BUDGET },
  { part: 'styles of the home', files: styles, budget: STYLES_BUDGET },
  ...BUDGETS.map(({ part, modules, budget }) => ({ part, files: findFiles(modules), budget })),
]

let overBudget = 0
console.log('   bytes  budget  part (brotli)')
for (const { part, files, budget } of rows) {
  const bytes = sum(files)
  if (bytes > budget) overBudget += 1
  const names = files.map((file) => `${chunkTitles.get(file) ?? file} ${readSize(file)}`)
  console.log(
    `${String(bytes).padStart(8)}${String(budget).padStart(8)}  ${part}${bytes > budget ? '  OVER BUDGET' : ''}`,
  )
  if (!options.short) for (const name of names) console.log(`${' '.repeat(20)}${name}`)
}
if (overBudget > 0) {
  console.error(`${overBudget} over budget (tools/byte-budgets.mjs)`)
  process.exitCode = 1
}
