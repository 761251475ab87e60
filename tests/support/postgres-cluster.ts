import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { errorCode } from '#server/database/errors.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { findPostgresBinaries } from '#tests/support/postgres-binaries.ts'

/** A separate PostgreSQL cluster that a test stops and restarts. */
export interface PostgresCluster {
  readonly databaseUrl: string
  /** Stops the execution of all its processes; their connections stay open. */
  pause(): void
  /** Continues all its processes. */
  resume(): void
  /** Ends all its processes without a checkpoint and starts the cluster again, as after a crash. */
  restart(): Promise<void>
  /** Kills the process of one connection; PostgreSQL then ends all others and recovers. */
  killBackend(pid: number): void
}

/** With these options commits survive a crash of PostgreSQL, but not a crash of the machine. */
const OPTIONS = '-c fsync=off -c full_page_writes=off'

interface Owner {
  readonly uid?: number
  readonly gid?: number
}

function requireBinaries(): string {
  const binaries = findPostgresBinaries()
  if (binaries === null) throw new Error('no binaries of PostgreSQL')
  return binaries
}

/** Returns the `postgres` user when the test runs as root, as which PostgreSQL refuses to run. */
function chooseOwner(): Owner {
  if (process.getuid?.() !== 0) return {}
  const readId = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: readId('-u'), gid: readId('-g') }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Reads the parent of a process from the fields of `/proc/<pid>/stat` after the name. */
function readParent(pid: string): number | null {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

const findChildren = (parent: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readParent(name) === parent)
    .map(Number)

/** Signals a process; ignores a process that has already ended with its connection. */
function signalProcess(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

/** Starts a cluster on a free port. It is removed after the test file. */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const binaries = requireBinaries()
  const owner = chooseOwner()
  const folder = await mkdtemp(join(tmpdir(), 'mercado-dolar-postgres-'))
  afterFile(() => rm(folder, { recursive: true, force: true }))
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const port = await findFreePort()

  const run = (program: string, args: readonly string[]) =>
    promisify(execFile)(join(binaries, program), [...args], { ...owner, cwd: folder })

  /** Runs `pg_ctl` and ignores its output: the server inherits that output and never closes it. */
  async function control(...args: readonly string[]) {
    const child = spawn(join(binaries, 'pg_ctl'), ['-w', '-D', data, '-l', join(folder, 'log'), ...args], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`pg_ctl ${args.join(' ')}: ${code}`)
  }

  const readPostmaster = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

  /** Signals all processes; the main process is the first, because it starts the others. */
  function signalAll(signal: NodeJS.Signals) {
    const postmaster = readPostmaster()
    process.kill(postmaster, signal)
    for (const pid of findChildren(postmaster)) signalProcess(pid, signal)
  }

  await run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
  await control('-o', `-h 127.0.0.1 -p ${port} -k ${folder} ${OPTIONS}`, 'start')
  afterFile(async () => {
    signalAll('SIGCONT')
    await control('-m', 'immediate', 'stop')
  })
  return {
    databaseUrl: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    restart: () => control('-m', 'immediate', 'restart'),
    killBackend: (pid) => void process.kill(pid, 'SIGKILL'),
  }
}
