import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { readCommandLine } from './command-line.mjs'
import { ensureInstalled, ROOT, run } from './setup.mjs'

// Leaves the package in `<out>/core`, and packed in `<out>/core.tgz`.
const { values: options } = readCommandLine({ options: { out: { type: 'string', default: 'dist' } } })
const PARENT = resolve(ROOT, options.out)
const OUT = join(PARENT, 'core')
const SOURCES = join(ROOT, 'src', 'core')

/** The public entries: one file of `src/core` each. */
const ENTRIES = {
  './domain': 'domain',
  './application': 'application',
  './adapters/http': 'http',
  './adapters/memory': 'memory',
  './adapters/system': 'system',
  './simulator': 'simulator',
}

/** The name of the package in an import such as `zod/mini` or `@scope/name/part`. */
const toPackageName = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Returns the packages that the emitted code or its types import. */
function findPackages() {
  const files = readdirSync(OUT, { recursive: true }).filter((name) => /\.(js|d\.ts)$/.test(name))
  const specifiers = files.flatMap((name) =>
    [...readFileSync(join(OUT, name), 'utf8').matchAll(/(?:\bfrom |^import |\bimport\()['"]([^'"#.][^'"]*)['"]/gm)].map(
      ([, specifier]) => specifier,
    ),
  )
  return [...new Set(specifiers.map(toPackageName))].sort()
}

function findVersion(name, { dependencies }) {
  const version = dependencies[name]
  if (version === undefined) throw new Error(`El núcleo importa «${name}», que no es una dependencia.`)
  return version
}

/**
 * Describes the package. The emitted files import each other as `#src/….ts`, like the sources;
 * `imports` maps this to the emitted `.js`, for Node, bundlers and TypeScript alike.
 */
function describePackage() {
  const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { version, license, engines } = root
  return {
    name: '@mercado-dolar/core',
    version,
    private: true,
    description: 'El núcleo de Mercado Dólar: reglas, casos de uso y adaptadores, sin interfaz',
    license,
    type: 'module',
    sideEffects: false,
    engines,
    imports: { '#src/*.ts': './*.js' },
    exports: Object.fromEntries(
      Object.entries(ENTRIES).map(([entry, file]) => [
        entry,
        { types: `./core/${file}.d.ts`, default: `./core/${file}.js` },
      ]),
    ),
    dependencies: Object.fromEntries(findPackages().map((name) => [name, findVersion(name, root)])),
  }
}

/** Packs the package; npm names the file after its version. */
function pack() {
  const { name, version } = JSON.parse(readFileSync(join(OUT, 'package.json'), 'utf8'))
  const status = run('npm', ['pack', OUT, '--pack-destination', PARENT, '--offline', '--loglevel=error'])
  if (status === 0) {
    const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
    renameSync(join(PARENT, file), join(PARENT, 'core.tgz'))
  }
  return status
}

ensureInstalled()
rmSync(OUT, { recursive: true, force: true })
process.exitCode = run('npx', ['tsc', '-p', 'tsconfig.package.json', '--outDir', OUT])
if (process.exitCode === 0) {
  writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(describePackage(), null, 2)}\n`)
  writeFileSync(join(OUT, 'README.md'), readFileSync(join(SOURCES, 'README.md')))
  process.exitCode = pack()
}
