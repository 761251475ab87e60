import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

const LOCK = join(ROOT, 'package-lock.json')
/** The list of installed packages, which npm writes last. */
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json')

const COMMON_INPUTS = ['src', 'public', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']

/** What the build of portal and server leaves in `dist` for the server. */
export const PORTAL_PARTS = ['portal', 'portal-manifest.json', 'page', 'fonts', 'server']

/**
 * The builds: the program of each, its inputs, its outputs in `dist`, and the file with the digest
 * of the inputs of the last build.
 */
const BUILDS = {
  portal: {
    name: 'el portal y el servidor',
    program: 'tools/build.mjs',
    record: join(ROOT, 'dist', '.built'),
    outputs: PORTAL_PARTS,
    inputs: [
      ...COMMON_INPUTS,
      'server',
      'index.html',
      'vite.page.config.ts',
      'sin-conexion.html',
      'vite.server.config.ts',
      'vite.offline.config.ts',
      'vite.widget.config.ts',
      'tools/build.mjs',
      'tools/picture-fonts.mjs',
    ],
  },
  demo: {
    name: 'la demostración',
    program: 'tools/build-demo.mjs',
    record: join(ROOT, 'dist', '.built-demo'),
    outputs: ['demo'],
    inputs: [...COMMON_INPUTS, 'demo.html', 'vite.demo.config.ts', 'tools/build-demo.mjs'],
  },
}

function listFiles(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}

function computeDigest(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((name) => listFiles(join(ROOT, name))))
    hash.update(path.slice(ROOT.length)).update(readFileSync(path))
  return hash.digest('hex')
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}

/** Whether every locked package is installed. Optional packages may be for another platform. */
function isInstalled() {
  const installed = readPackages(INSTALLED)
  return Object.entries(readPackages(LOCK)).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true
    const installedPackage = installed[path]
    if (installedPackage === undefined) return optional === true
    return installedPackage.version === version && installedPackage.integrity === integrity
  })
}

const readDigest = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Runs a command in the project folder, prints its output and returns its exit code. */
export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) console.error(error.message)
  return status ?? 1
}

/** Starts a command in the project folder and resolves to its exit code and output. */
export const runInParallel = (command, args) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    child.on('error', ({ message }) => {
      output += message
    })
    child.on('close', (code) => resolve({ status: code ?? 1, output }))
  })

/**
 * The type checks: title and arguments of tsc. They use one checker, because a second would derive
 * the types of the packages again, which takes longer than it saves.
 */
export const TYPE_CHECKS = [
  ['Tipos', ['--noEmit', '--checkers', '1']],
  ['Tipos del núcleo, sin DOM', ['--noEmit', '--checkers', '1', '-p', 'tsconfig.core.json']],
]

function exitWithError(message) {
  console.error(message)
  process.exit(1)
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    exitWithError(`Mercado Dólar necesita Node 20.19 o posterior; este es ${process.versions.node}.`)
}

/** Installs the locked packages when they are missing or the lock file changed. */
export function ensureInstalled() {
  requireNode()
  if (isInstalled()) return
  console.log('Instalando los paquetes…')
  if (run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']) !== 0)
    exitWithError('No fue posible instalar los paquetes con npm ci. Revise la conexión con el registro de npm.')
}

/** Runs a build and records the digest that its sources had at its start. */
export async function runAndRecordBuild(build, name = 'portal') {
  const { record, inputs } = BUILDS[name]
  const digest = computeDigest(inputs)
  // The development build of React's JSX does not run with the production build of React.
  process.env.NODE_ENV = 'production'
  rmSync(record, { force: true })
  await build()
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  writeFileSync(record, digest)
}

/** Returns true when a build has the current sources. Its record may outlive its output. */
export function isBuilt(name = 'portal') {
  const { record, inputs, outputs } = BUILDS[name]
  return (
    outputs.every((output) => existsSync(join(ROOT, 'dist', output))) && readDigest(record) === computeDigest(inputs)
  )
}

/** Builds portal and server, or the static demo, if the sources changed since the last build. */
export function ensureBuilt(build = 'portal') {
  if (isBuilt(build)) return
  const { name, program } = BUILDS[build]
  console.log(`Construyendo ${name}…`)
  if (run(process.execPath, [program]) !== 0) exitWithError('La construcción falló.')
}
