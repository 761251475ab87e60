/**
 * Leaves in `dist/release` what a machine with Node alone needs: the built portal, the server, the
 * packages that the server imports, and the licences of all production packages of the lock file.
 * `--out FOLDER` names another folder, which is replaced if it is empty or a release.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { build } from 'vite'

import { readCommandLine, refuseCommandLine } from './command-line.mjs'
import { ensureBuilt, ensureInstalled, PORTAL_PARTS, ROOT, run } from './setup.mjs'

const { values: options } = readCommandLine({
  options: { out: { type: 'string', default: join(ROOT, 'dist', 'release') } },
})
const folder = resolve(options.out)

/** Returns why this folder must not be replaced; null if it may be. */
function findObjection() {
  if (!existsSync(folder)) return null
  // A link may lead to the project.
  const replaced = join(realpathSync(folder), sep)
  if (join(realpathSync(ROOT), 'dist', sep).startsWith(replaced)) return 'contains the project or its build'
  const isReplaceable =
    statSync(folder).isDirectory() &&
    (readdirSync(folder).length === 0 || existsSync(join(folder, 'server', 'main.js')))
  return isReplaceable ? null : 'has other content than a release'
}

const objection = findObjection()
if (objection !== null) refuseCommandLine(`--out ${options.out}: ${objection}`)
ensureInstalled()
ensureBuilt()

const readJson = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
const { packages: locked } = readJson('package-lock.json')

/** Returns the packages that the server's modules import: they are not in its bundle. */
async function findServerPackages() {
  const { output } = await build({
    configFile: 'vite.server.config.ts',
    mode: 'production',
    logLevel: 'warn',
    build: { write: false },
  })
  const files = new Set(output.map(({ fileName }) => fileName))
  const imports = output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports])
  const names = imports
    .filter((name) => !files.has(name) && !name.startsWith('node:'))
    .map((name) => name.match(/^(?:@[^/]+\/)?[^/]+/)[0])
  return [...new Set(names)]
}

/** Finds the package as Node does: next to the importing package, then in the folders above it. */
function findPackage(name, importer) {
  for (let base = importer; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const path = `${base === '' ? '' : `${base}/`}node_modules/${name}`
    if (locked[path]) return path
    if (base === '') return null
  }
}

/** Returns the folders of these packages and of all packages that they need. */
function collectPackages(names, importer = '', found = new Set()) {
  for (const name of names) {
    const path = findPackage(name, importer)
    if (path === null || found.has(path)) continue
    found.add(path)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = locked[path]
    collectPackages(Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }), path, found)
  }
  return found
}

/** Copies a package without the packages inside its folder. Optional ones may be missing here. */
function copyPackage(path) {
  const source = join(ROOT, path)
  const isOwnFile = (file) => !file.slice(source.length).split(/[\\/]/).includes('node_modules')
  try {
    cpSync(source, join(folder, path), { recursive: true, filter: isOwnFile })
  } catch (error) {
    if (error.code !== 'ENOENT' || !locked[path].optional) throw error
  }
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const part of PORTAL_PARTS) cpSync(join(ROOT, 'dist', part), join(folder, part), { recursive: true })
for (const path of collectPackages(await findServerPackages())) copyPackage(path)

const { name, version, description, license, type, engines } = readJson('package.json')
const programs = ['operator', 'import', 'backup', 'restore'].map((program) => [program, `node server/${program}.js`])
const scripts = { start: 'node --enable-source-maps server/main.js', ...Object.fromEntries(programs) }
const manifest = { name, version, private: true, description, license, type, engines, scripts }
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
const licences = run(process.execPath, ['tools/licenses.mjs', '--out', join(folder, 'licences.txt')])
if (licences !== 0) process.exit(licences)
console.log(`\nRelease ${version} in ${folder}. Start it with: node server/main.js`)
