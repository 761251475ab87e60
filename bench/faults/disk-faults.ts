import { spawn, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Acknowledged, countAcknowledged, createAcknowledged } from '#bench/faults/acknowledged.ts'
import { checkStored, type StoredReport } from '#bench/faults/check-stored.ts'
import { createMixedLoad } from '#bench/faults/mixed-load.ts'
import type { TrialProcess } from '#bench/faults/start-server.ts'
import type { DatabaseLocation } from '#server/database/connection.ts'

/** A fault of the disk of some processes. `cause` returns the function that ends it. */
export interface DiskFault {
  readonly name: string
  cause(pids: readonly number[]): Promise<() => Promise<void>>
}

/**
 * The user of a process: only the same user may limit and trace it. A process of PostgreSQL may have
 * ended meanwhile.
 */
function findOwner(pid: number) {
  const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false })
  return owner === undefined ? {} : { uid: owner.uid, gid: owner.gid }
}

/** Limits the size of the files that processes write. */
function limitFiles(pids: readonly number[], limit: string) {
  for (const pid of pids) spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${limit}`], findOwner(pid))
}

/** No file can grow, or be written at all: what a process sees of a full disk. */
const FULL_DISK: DiskFault = {
  name: 'full disk',
  async cause(pids) {
    limitFiles(pids, '0:unlimited')
    return async () => limitFiles(pids, 'unlimited:unlimited')
  },
}

const INJECTION = ['-f', '-qq', '-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO']

/** Every fsync fails, as on a broken disk. Needs strace. */
const FAILING_FSYNC: DiskFault = {
  name: 'failing fsync',
  async cause(pids) {
    const tracers = pids.map((pid) =>
      spawn('strace', [...INJECTION, '-p', `${pid}`], { stdio: 'ignore', ...findOwner(pid) }),
    )
    await wait(ATTACH_MS)
    return async () => {
      for (const tracer of tracers.filter(({ exitCode }) => exitCode === null)) {
        const ended = new Promise((resolve) => tracer.once('exit', resolve))
        tracer.kill('SIGINT')
        await ended
      }
    }
  },
}

/** Whether strace is installed and may attach to a process: a container may forbid it. */
const canTrace = () =>
  spawnSync('sh', ['-c', 'sleep 1 & exec strace -qq -e trace=none -p $!'], { stdio: 'ignore' }).status === 0

/** The faults that this machine can cause. */
export const listDiskFaults = (): readonly DiskFault[] => (canTrace() ? [FULL_DISK, FAILING_FSYNC] : [FULL_DISK])

/** Time in which strace attaches to all threads. */
const ATTACH_MS = 1_000

export interface FaultTrialParts {
  readonly location: DatabaseLocation
  readonly documentsFolder: string
  readonly operatorKey: string
  readonly date: string
  /** Starts the server; resolves when it accepts requests. */
  readonly start: () => Promise<TrialProcess>
  readonly fault: DiskFault
  /** The processes that write the database: the server with SQLite, those of PostgreSQL else. */
  readonly findWriters: (server: TrialProcess) => readonly number[]
  /** Starts PostgreSQL again, if it ended: it ends itself when its log cannot be written. */
  readonly repair: () => Promise<void>
  readonly loadMs: number
}

export interface FaultReport extends StoredReport {
  readonly acknowledged: Acknowledged
  /** Acknowledged while the disk failed. */
  readonly duringFault: number
  /** Statuses of the refusals while the disk failed. */
  readonly statuses: readonly number[]
  /** Whether the server ended during the fault and was started again. */
  readonly hasEnded: boolean
}

/** Time for the requests that were sent before the fault. */
const SETTLE_MS = 500

/** How long after the fault the server may refuse everything. */
const RECOVERY_MS = 60_000

/**
 * Runs a server under mixed load, makes its disk fail for a while and ends the fault. Nothing may be
 * acknowledged meanwhile, and everything that was acknowledged must be stored at the end.
 */
export async function runDiskFault(parts: FaultTrialParts): Promise<FaultReport> {
  const { location, documentsFolder, fault, loadMs } = parts
  const acknowledged = createAcknowledged()
  const load = createMixedLoad({ ...parts, acknowledged })
  let server = await parts.start()
  let isOver = false
  const running = load.run(server.url, () => isOver)
  await wait(loadMs)

  const endFault = await fault.cause(parts.findWriters(server))
  await wait(SETTLE_MS)
  const before = countAcknowledged(acknowledged)
  acknowledged.refusals.clear()
  await wait(loadMs)
  const duringFault = countAcknowledged(acknowledged) - before
  const statuses = [...acknowledged.refusals.keys()].sort()
  await endFault()
  await parts.repair()
  isOver = true
  await running

  const hasEnded = server.child.exitCode !== null
  if (hasEnded) server = await parts.start()
  const count = countAcknowledged(acknowledged)
  const until = performance.now() + loadMs
  const recovers = () => performance.now() > until && countAcknowledged(acknowledged) > count
  await load.run(server.url, () => recovers() || performance.now() > until + RECOVERY_MS)
  if (!recovers()) throw new Error(`after the ${fault.name} nothing is acknowledged`)
  const ended = new Promise((resolve) => server.child.once('exit', resolve))
  server.child.kill('SIGTERM')
  await ended
  const stored = await checkStored(location, documentsFolder, acknowledged)
  return { ...stored, acknowledged, duringFault, statuses, hasEnded }
}
