import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'

import { afterFile } from '#tests/support/after-file.ts'
import { expect, openColdPage } from '#tests/support/browser.ts'
import { ENGINES, temporaryFolder, temporaryLocation } from '#tests/support/databases.ts'
import { logIn } from '#tests/support/identity-portal.ts'
import { shareBrowser } from '#tests/support/portal.ts'
import { prepareOnce } from '#tests/support/prepare-once.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_TIMEOUT_MS = 300_000

const browser = shareBrowser()

const { NODE_ENV: _, ...INHERITED } = process.env

/** A program that starts the product, and the environment that it finds. */
interface Start {
  readonly name: string
  readonly folder: () => Promise<string>
  readonly program: string
  readonly inherited: NodeJS.ProcessEnv
}

/** Makes a release once, in an empty place. */
const makeRelease = () =>
  prepareOnce('release', async (folder) => {
    const args = ['tools/release.mjs', '--out', folder]
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
    if (status !== 0) throw new Error(`npm run release failed:\n${stderr}`)
    return folder
  })

const STARTS: readonly Start[] = [
  { name: 'npm start', folder: async () => ROOT, program: 'tools/start.mjs', inherited: INHERITED },
  // Without PATH: the release needs neither npm nor the packages of the project.
  { name: 'node alone in the folder of a release', folder: makeRelease, program: 'server/main.js', inherited: {} },
]

/**
 * Runs the program on a free port and resolves when the server responds. Rejects with the output of
 * the program when the program ends early.
 */
async function startProduct({ folder, program, inherited }: Start, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [program], {
    cwd: await folder(),
    env: { ...inherited, ...env, PORT: '0', DEMO_DATA: 'on', MARKET_CLOCK: 'demo' },
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(String(bytes)))
  const exit = once(child, 'exit')
  // SIGKILL would end the wrapper and leave its server running.
  afterFile(async () => {
    child.kill('SIGTERM')
    await exit
  })

  const findUrl = () => {
    if (child.exitCode !== null) throw new Error(`${program} ended:\n${output.join('')}`)
    return /disponible en (http:\S+)\n/.exec(output.join(''))?.[1] ?? ''
  }
  await expect.poll(findUrl, { timeout: START_TIMEOUT_MS }).not.toBe('')
  const url = findUrl()
  const { status } = await fetch(`${url}/config.json`)
  expect(status).toBe(200)
  return {
    url,
    async stop(): Promise<unknown> {
      child.kill('SIGTERM')
      const [code] = await exit
      return code
    },
  }
}

test.each(ENGINES.flatMap((engine) => STARTS.map((start) => [engine, start.name, start] as const)))(
  '%s: %s shows a price, accepts a login and restarts',
  { timeout: 3 * START_TIMEOUT_MS },
  async (engine, _name, start) => {
    const location = await temporaryLocation(engine)
    const env = {
      DATA_DIR: await temporaryFolder(),
      ...('databaseUrl' in location
        ? { DATABASE_URL: location.databaseUrl, PUBLIC_URL: 'http://localhost:3000', MAIL: 'files' }
        : {}),
    }

    async function readHome(url: string) {
      const { page, complaints } = await openColdPage(browser())
      await page.goto(url)
      const close = page.getByRole('region', { name: 'Precio de cierre', exact: true })
      await close
        .getByText(/\d\.\d{3},\d/)
        .first()
        .waitFor()
      expect(complaints).toEqual([])
      return page
    }

    const first = await startProduct(start, env)
    const page = await readHome(first.url)
    await logIn(page, first.url, 'demo')
    await page.close()
    const exitCode = await first.stop()
    expect(exitCode).toBe(0)

    const second = await startProduct(start, env)
    await readHome(second.url)
    const secondExitCode = await second.stop()
    expect(secondExitCode).toBe(0)
  },
)
