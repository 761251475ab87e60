import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'

import { afterFile } from '#tests/support/after-file.ts'
import { expect, openColdPage } from '#tests/support/browser.ts'
import { ENGINES, temporaryFolder, temporaryLocation } from '#tests/support/databases.ts'
import { logIn } from '#tests/support/identity-portal.ts'
import { shareBrowser } from '#tests/support/portal.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_TIMEOUT_MS = 300_000

const browser = shareBrowser()

/**
 * Runs the program of `npm start` on a free port and resolves when the server responds. Rejects
 * with the output of the program when the program ends early.
 */
async function startProduct(env: Readonly<Record<string, string>>) {
  const { NODE_ENV: _, ...inheritedEnv } = process.env
  const child = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: ROOT,
    env: { ...inheritedEnv, ...env, PORT: '0', DEMO_DATA: 'on', MARKET_CLOCK: 'demo' },
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
    if (child.exitCode !== null) throw new Error(`npm start ended:\n${output.join('')}`)
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

test.each(ENGINES)(
  '%s: npm start shows a price, accepts a login and restarts',
  { timeout: 3 * START_TIMEOUT_MS },
  async (engine) => {
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

    const first = await startProduct(env)
    const page = await readHome(first.url)
    await logIn(page, first.url, 'demo')
    await page.close()
    const exitCode = await first.stop()
    expect(exitCode).toBe(0)

    const second = await startProduct(env)
    await readHome(second.url)
    const secondExitCode = await second.stop()
    expect(secondExitCode).toBe(0)
  },
)
