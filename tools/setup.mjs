import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

const INSTALLED = join(ROOT, 'node_modules', '.installed')
const BUILT = join(ROOT, 'dist', '.built')
const BUILD_INPUTS = [
  'src',
  'server',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.page.config.ts',
  'sin-conexion.html',
  'vite.server.config.ts',
  'vite.offline.config.ts',
  'tools/build.mjs',
  'tools/picture-fonts.mjs',
]

function files(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => files(join(path, name)))
}

function digest(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((name) => files(join(ROOT, name))))
    hash.update(path.slice(ROOT.length)).update(readFileSync(path))
  return hash.digest('hex')
}

const readDigest = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Runs a command in the project folder, prints its output and returns its exit code. */
export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) console.error(error.message)
  return status ?? 1
}

function stop(message) {
  console.error(message)
  process.exit(1)
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    stop(`Mercado Dólar necesita Node 20.19 o posterior; este es ${process.versions.node}.`)
}

/** Installs the locked packages when they are missing or the lock file changed. */
export function ensureInstalled() {
  requireNode()
  const expected = digest(['package-lock.json'])
  if (readDigest(INSTALLED) === expected) return
  console.log('Instalando los paquetes…')
  if (run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']) !== 0)
    stop('No fue posible instalar los paquetes con npm ci. Revise la conexión con el registro de npm.')
  writeFileSync(INSTALLED, expected)
}

/** Builds portal and server when their sources changed since the last build. */
export function ensureBuilt() {
  const expected = digest(BUILD_INPUTS)
  if (readDigest(BUILT) === expected) return
  console.log('Construyendo el portal y el servidor…')
  if (run(process.execPath, ['tools/build.mjs']) !== 0) stop('La construcción falló.')
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  writeFileSync(BUILT, expected)
}
