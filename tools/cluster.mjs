import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { readCommandLine, readCount, refuseCommandLine } from './command-line.mjs'
import { findPostgres, startPostgres } from './postgres-server.mjs'
import { ensureBuilt, ensureInstalled, ROOT } from './setup.mjs'

/** Ports below the range that the system gives to connections. */
const FIRST_PORT = 3_101
const POSTGRES_PORT = 3_100

const PORTAL_PORT = process.env.PORT ?? '3000'
if (!/^\d{1,5}$/.test(PORTAL_PORT)) refuseCommandLine(`PORT=${PORTAL_PORT}: must be a whole number`)

function requirePrograms() {
  const missing = [
    ...(findPostgres() === null ? ['postgresql'] : []),
    ...(spawnSync('haproxy', ['-v']).status === 0 ? [] : ['haproxy']),
  ]
  if (missing.length === 0) return
  console.error(`Faltan programas. Instálelos: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}

const { positionals } = readCommandLine({ allowPositionals: true })
const count = readCount('servers', positionals[0] ?? '3')
requirePrograms()
ensureInstalled()
ensureBuilt()

const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-cluster-'))
const postgres = startPostgres(POSTGRES_PORT)
const children = new Map()
let isStopping = false

function stop(code) {
  if (isStopping) return
  isStopping = true
  console.log('Cerrando los servidores…')
  const running = [...children.values()]
  const ended = running.map((child) => new Promise((resolve) => child.once('exit', resolve)))
  for (const child of running) child.kill('SIGTERM')
  void Promise.all(ended).then(() => process.exit(code))
}

// Also after an error, such as the end of the program that reads the output.
process.once('exit', () => {
  for (const child of children.values()) child.kill('SIGTERM')
  postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a program. Its end stops the cluster, unless it is a server: that one starts again. */
function start(name, command, args, env = {}, onEnd = () => stop(1)) {
  const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  children.set(name, child)
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(`[${name}] ${line}`))
  child.once('exit', () => {
    children.delete(name)
    if (!isStopping) onEnd()
  })
  return child
}

/** The balancer of the manual, with the addresses of this machine. */
function toBalancerConfig(port, addresses) {
  const manual = readFileSync(join(ROOT, 'docs', 'operations', 'haproxy.cfg'), 'utf8')
  const servers = addresses.map((address, index) => `  server s${index + 1} ${address}`)
  const [head] = manual.split(/^ {2}server s1 /m)
  return `${head.replace(/^ {2}bind \S+/m, `  bind 127.0.0.1:${port}`)}${servers.join('\n')}\n`
}

const documents = join(folder, 'data')
mkdirSync(documents)

function startServer(index) {
  const port = FIRST_PORT + index
  const env = {
    PORT: `${port}`,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    DATABASE_URL: postgres.databaseUrl,
    // One folder for all: documents must be shared, by a folder or by S3.
    DATA_DIR: documents,
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${PORTAL_PORT}`,
    TRUST_PROXY: '127.0.0.1',
    MAIL: process.env.SMTP_URL === undefined ? 'files' : 'smtp',
    DEMO_DATA: process.env.DEMO_DATA ?? 'on',
    AUTO_APPROVE_AFTER: process.env.AUTO_APPROVE_AFTER ?? '30s',
    OPERATOR_KEY: process.env.OPERATOR_KEY ?? 'Demo#Dolar2026-operador',
  }
  const name = `servidor ${index + 1}`
  start(name, process.execPath, [join(ROOT, 'dist', 'server', 'main.js')], env, () => startServer(index))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
for (let index = 0; index < count; index += 1) startServer(index)

const config = join(folder, 'haproxy.cfg')
const addresses = Array.from({ length: count }, (_, index) => `127.0.0.1:${FIRST_PORT + index}`)
writeFileSync(config, toBalancerConfig(PORTAL_PORT, addresses))
start('balanceador', 'haproxy', ['-f', config, '-db'])
console.log(`${count} servidores con un PostgreSQL propio: http://localhost:${PORTAL_PORT}`)
console.log('Para terminar, pulse Ctrl+C.')
