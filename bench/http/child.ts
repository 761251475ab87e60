import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { DIST, requireBuild } from '#bench/require-build.ts'

/** A server in a separate process, so that its processor time excludes the client. */
export interface ServerChild {
  readonly host: string
  readonly port: number
  readonly pid: number
  /** Returns the processor time of the process so far, in milliseconds. NaN if not on Linux. */
  cpuMs(): number
  stop(): Promise<void>
}

/** Milliseconds per clock tick, the unit of processor times in `/proc`. */
const TICK_MS = 10

function readCpuMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const [userTicks, systemTicks] = fields.slice(11)
    return (Number(userTicks) + Number(systemTicks)) * TICK_MS
  } catch {
    return Number.NaN
  }
}

const toAddress = (url: string) => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

/** Starts a program of `bench/http`. The program receives `input` and sends its address. */
export async function startProgram(program: string, input: object): Promise<ServerChild> {
  const child = fork(fileURLToPath(new URL(`${program}.ts`, import.meta.url)), { execArgv: ['--import', 'tsx'] })
  child.send(input)
  const [url] = await once(child, 'message')
  return {
    ...toAddress(String(url)),
    pid: child.pid ?? 0,
    cpuMs: () => readCpuMs(child.pid),
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** The trading day of the measurements, a Friday. */
export const BENCH_DAY = '2026-11-20'

/** Starts the built server with a simulated market at 11:00. `env` adds environment variables. */
export async function startPortal(env: Readonly<Record<string, string>> = {}): Promise<ServerChild> {
  requireBuild()
  const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-bench-'))
  const settings = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, MARKET_CLOCK: `${BENCH_DAY}T11:00`, SIM_SEED: '7' }
  const child = spawn(process.execPath, [join(DIST, 'server', 'main.js')], {
    env: { PATH: process.env['PATH'], ...settings, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      printed += text
      const [found] = /http:\/\/[\d.]+:\d+/.exec(printed) ?? []
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error(`the server ended: ${printed}`)))
  })
  return {
    ...toAddress(url),
    pid: child.pid ?? 0,
    cpuMs: () => readCpuMs(child.pid),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}
