/**
 * Lists the licence of every locked package and the packages under it. The command fails when a
 * package has no licence, or one that is not in KNOWN_LICENCES. `--out FILE` also writes a line per
 * package. `--lock FILE` reads another lock file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { readCommandLine } from './command-line.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Licences by SPDX identifier that allow this use: unchanged packages, source code not published. */
const KNOWN_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Every licence of an expression such as `(MIT AND Zlib)` must be known. */
function isKnown(licence) {
  if (typeof licence !== 'string') return false
  const ids = licence.split(/[()\s]+/).filter((word) => !['', 'AND', 'OR'].includes(word))
  return ids.length > 0 && ids.every((id) => KNOWN_LICENCES.has(id))
}

const { values: options } = readCommandLine({
  options: { out: { type: 'string' }, lock: { type: 'string', default: join(ROOT, 'package-lock.json') } },
})

const toName = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

const packages = Object.entries(JSON.parse(readFileSync(options.lock, 'utf8')).packages)
  .filter(([path]) => path !== '')
  .map(([path, { version, license, dev = false }]) => ({ name: `${toName(path)} ${version}`, licence: license, dev }))
  .toSorted((a, b) => a.name.localeCompare(b.name))

const byLicence = new Map()
for (const item of packages) byLicence.set(item.licence, [...(byLicence.get(item.licence) ?? []), item])
for (const [licence, group] of [...byLicence].toSorted(([, a], [, b]) => b.length - a.length)) {
  const shipped = group.filter(({ dev }) => !dev).length
  console.log(`${String(group.length).padStart(5)}  ${licence || 'none'} (${shipped} in production)`)
}
if (options.out)
  writeFileSync(
    options.out,
    packages
      .filter(({ dev }) => !dev)
      .map(({ name, licence }) => `${name}: ${licence}\n`)
      .join(''),
  )

const unknown = packages.filter(({ licence }) => !isKnown(licence))
for (const { name, licence } of unknown) console.error(`Unknown licence: ${name}: ${licence || 'none'}`)
if (unknown.length > 0) process.exitCode = 1
