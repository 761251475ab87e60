import { setTimeout as wait } from 'node:timers/promises'
import { type Acknowledged, countAcknowledged, createAcknowledged, hasEveryKind } from '#bench/faults/acknowledged.ts'
import { checkStored, type StoredReport } from '#bench/faults/check-stored.ts'
import { createMixedLoad } from '#bench/faults/mixed-load.ts'
import type { TrialProcess } from '#bench/faults/start-server.ts'
import type { DatabaseLocation } from '#server/database/connection.ts'

export interface KillTrialParts {
  readonly location: DatabaseLocation
  readonly documentsFolder: string
  readonly operatorKey: string
  readonly date: string
  /** Starts the server; resolves when it accepts requests. */
  readonly start: () => Promise<TrialProcess>
  readonly kills: number
  /** Called after each kill. */
  readonly onKill?: (kill: number, acknowledged: Acknowledged) => void
}

export interface KillReport extends StoredReport {
  readonly acknowledged: Acknowledged
}

/** Time under load before a kill: from the first requests to files and uploads half way. */
const MIN_LOAD_MS = 200
const MAX_LOAD_MS = 2_000

/** How long the last server may take for what waits for its acknowledgement. */
const LAST_LOAD_MS = 3_000

/** Ends a process with a signal and waits for its end. */
async function end({ child }: TrialProcess, signal: NodeJS.Signals) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

/**
 * Kills a server with SIGKILL again and again under mixed load (deals, files of deals, users, mails,
 * documents, purchases, logins), and compares what it has stored with what it acknowledged. Requests without a reply
 * are sent again, as clients do.
 */
export async function runKills(parts: KillTrialParts): Promise<KillReport> {
  const { location, documentsFolder, kills, onKill = () => {} } = parts
  const acknowledged = createAcknowledged()
  const load = createMixedLoad({ ...parts, acknowledged })

  for (let kill = 1; kill <= kills; kill += 1) {
    const server = await parts.start()
    let isOver = false
    const running = load.run(server.url, () => isOver)
    await wait(MIN_LOAD_MS + Math.random() * (MAX_LOAD_MS - MIN_LOAD_MS))
    await end(server, 'SIGKILL')
    isOver = true
    await running
    onKill(kill, acknowledged)
  }

  const last = await parts.start()
  const until = performance.now() + LAST_LOAD_MS
  const count = countAcknowledged(acknowledged)
  const isOver = () =>
    performance.now() > until && countAcknowledged(acknowledged) > count && hasEveryKind(acknowledged)
  await load.run(last.url, isOver)
  await end(last, 'SIGTERM')
  return { ...(await checkStored(location, documentsFolder, acknowledged)), acknowledged }
}
