/** What others do while a large job runs: they read the market and an entity, and change a user. */
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { openConnection, type RawCall, toBytes } from '#bench/http/raw-client.ts'
import { percentile } from '#bench/percentile.ts'

/** Pause of a prober between two of its requests. */
const PAUSE_MS = 5

export interface Probe {
  readonly name: string
  /** The next request. */
  readonly next: () => RawCall
}

export interface Waits {
  readonly name: string
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
}

interface Address {
  readonly host: string
  readonly port: number
}

/** Starts the probes, each on a connection of its own. The returned function ends them. */
export function startProbes({ host, port }: Address, probes: readonly Probe[]): () => Promise<readonly Waits[]> {
  let isOver = false

  async function run({ name, next }: Probe): Promise<Waits> {
    const connection = openConnection(host, port)
    const waits: number[] = []
    while (!isOver) {
      const start = performance.now()
      const { status, body } = await connection.exchange(toBytes(next()))
      if (status !== 200) throw new Error(`${name} got ${status}: ${body}`)
      waits.push(performance.now() - start)
      await wait(PAUSE_MS)
    }
    connection.close()
    return {
      name,
      count: waits.length,
      p50: percentile(waits, 0.5),
      p99: percentile(waits, 0.99),
      longest: Math.max(...waits),
    }
  }

  const running = Promise.all(probes.map(run))
  return () => {
    isOver = true
    return running
  }
}

const LONGEST_STOP = /^nodejs_eventloop_lag_max_seconds ([\d.e+-]+)/m

/** Returns the longest stop of the event loop since the last call, in milliseconds. */
export async function readLongestStop(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(LONGEST_STOP.exec(text)?.[1]) * 1_000
}

/** Returns the longest stop since the last call in processor time, in milliseconds. */
export const readLongestCpu = async (port: number): Promise<number> =>
  Number(await (await fetch(`http://127.0.0.1:${port}/`)).text())
