import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SITE = new URL('../../docs/operations/nginx.conf', import.meta.url)

/** Debian's path is not on the PATH of every user. */
const PROGRAM = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).status === 0) ?? null

export const hasNginx = PROGRAM !== null

export interface Nginx {
  readonly url: string
  stop(): Promise<void>
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Resolves when the port accepts a connection. */
async function waitUntilOpen(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
  }
  throw new Error('nginx ended before it was ready')
}

/** The site of the manual without TLS, in front of `origin`, with its files in `folder`. */
async function readSite(origin: string, port: number, folder: string): Promise<string> {
  const site = await readFile(SITE, 'utf8')
  const [head = '', , tls = ''] = site.split(/^(?=server \{)/m)
  const plain = tls
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ {2}ssl_.*\n/gm, '')
    .replaceAll('X-Forwarded-Proto $scheme', 'X-Forwarded-Proto https')
  return `${head}${plain}`
    .replace('127.0.0.1:3000', new URL(origin).host)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('/var/cache/nginx', folder)
}

/** Starts nginx with the site of docs/operations in front of a server. */
export async function startNginx(origin: string): Promise<Nginx> {
  if (PROGRAM === null) throw new Error('nginx is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'mercado-nginx-'))
  const port = await findFreePort()
  await mkdir(join(folder, 'tmp'))
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/tmp/${name};`)
    .join('\n')
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `${user}daemon off;\nworker_processes 1;\npid ${folder}/pid;\nerror_log ${folder}/start.log;
events { worker_connections 4096; }
http {\n${temporaryPaths}\n${await readSite(origin, port, folder)}\n}\n`,
  )
  const child = spawn(PROGRAM, ['-c', file, '-p', folder, '-e', join(folder, 'start.log')], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  await waitUntilOpen(port, child)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGQUIT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
