import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Folder in which Debian installs each version of PostgreSQL. */
const VERSIONS_FOLDER = '/usr/lib/postgresql'

const RECOVERY_CHECK_MS = 100

/** Returns the folder of the programs of the newest PostgreSQL; null without PostgreSQL. */
export function findPostgres() {
  if (!existsSync(VERSIONS_FOLDER)) return null
  return (
    readdirSync(VERSIONS_FOLDER)
      .sort((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10))
      .map((version) => join(VERSIONS_FOLDER, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb'))) ?? null
  )
}

/** PostgreSQL refuses to run as root: its files then belong to the user `postgres`. */
function findOwner() {
  if (process.getuid() !== 0) return {}
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Starts a PostgreSQL of its own in a temporary folder. `stop` ends it and removes the folder. */
export function startPostgres(port) {
  const programs = findPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-postgres-'))
  const owner = findOwner()
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')

  function run(program, args) {
    const { status, stderr } = spawnSync(join(programs, program), args, {
      ...owner,
      cwd: folder,
      encoding: 'utf8',
      // A started server would keep a pipe of its output open.
      stdio: ['ignore', 'ignore', program === 'initdb' ? 'pipe' : 'ignore'],
    })
    if (status !== 0) throw new Error(`${program}: ${stderr ?? status}`)
  }

  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  const options = `-h 127.0.0.1 -p ${port} -k ${folder} -c max_connections=200`
  const start = () => run('pg_ctl', ['-w', '-D', data, '-l', join(folder, 'log'), '-o', options, 'start'])
  try {
    start()
  } catch (error) {
    const log = readFileSync(join(folder, 'log'), 'utf8')
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`PostgreSQL did not start at port ${port}:\n${log}`, { cause: error })
  }
  return {
    databaseUrl: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    folder,
    /** Waits for its recovery, or for its end, after which it starts it again. */
    async startAgain() {
      const succeeds = (program, args) =>
        spawnSync(join(programs, program), args, { ...owner, cwd: folder }).status === 0
      // After an error of the disk it still runs for a while, and ends when its recovery fails.
      while (!succeeds('pg_isready', ['-h', '127.0.0.1', '-p', `${port}`])) {
        if (!succeeds('pg_ctl', ['-D', data, 'status'])) return start()
        await wait(RECOVERY_CHECK_MS)
      }
    },
    stop() {
      run('pg_ctl', ['-w', '-D', data, '-m', 'fast', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
