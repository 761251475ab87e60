import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { DIST } from '#bench/require-build.ts'

/** A server process of a trial. */
export interface TrialProcess {
  readonly child: ChildProcess
  readonly url: string
}

interface StartOptions {
  readonly port: number
  /** Prints the lines of the log with the port. */
  readonly isLogged?: boolean
}

/** Starts the built server with these environment variables; resolves when it accepts requests. */
export function startTrialServer(
  env: Readonly<Record<string, string>>,
  { port, isLogged = false }: StartOptions,
): Promise<TrialProcess> {
  const child = spawn(process.execPath, [join(DIST, 'server', 'main.js')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PUBLIC_URL: 'https://portal.example',
      MAIL: 'files',
      ...env,
      PORT: `${port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A trial that fails leaves no server behind.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a server ended with ${code} at its start`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (isLogged) console.log(`[${port}] ${line}`)
      if (line.includes('Ctrl+C')) resolve({ child, url: `http://localhost:${port}` })
    })
  })
}
