import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { IdentityModule } from '#server/identity/identity-module.ts'
import { requireFactor } from '#server/imc/entity-store.ts'
import { LINK_LIFETIMES_MS } from '#src/domain/identity/recovery.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { historyEnv, openStoppedMarket, USUAL_CLOCK } from '#tests/support/market-history.ts'
import { BUILT_PORTAL, serveUncompressed } from '#tests/support/portal.ts'
import { startTestServer } from '#tests/support/server.ts'

export interface IdentityPortal {
  readonly url: string
  /** Delivers the queued mails and returns the link in the newest mail; '' without a link. */
  newestLink(): Promise<string>
  /**
   * Adds a copy of a demo account with another user name and mail address. Returns the new user
   * name.
   */
  addClient(demoUsername: string): Promise<string>
  /** Makes every mailed link expire. */
  expireLinks(): Promise<void>
  /** Requires a second factor of the users of an entity. */
  requireFactor(code: string): Promise<void>
  /** The operator's actions on clients and registrations. */
  readonly operations: IdentityModule['operations']
}

/**
 * Starts the built portal with the demo accounts on the machine's clock. Its market has no timers,
 * so no new deal arrives. Passkeys need the host `localhost`.
 */
export async function startIdentityPortal(host = '127.0.0.1'): Promise<IdentityPortal> {
  const env = await historyEnv(USUAL_CLOCK)
  const server = await startTestServer(
    { ...env, HOST: host, APPLICATION_USER: 'aplicacion', APPLICATION_PASSWORD: 'una clave de la aplicación' },
    {
      portalFolder: BUILT_PORTAL,
      compress: serveUncompressed,
      openMarket: openStoppedMarket,
    },
  )
  const { db } = server.database
  let added = 0
  return {
    url: server.url,
    async addClient(demoUsername) {
      added += 1
      const username = `${demoUsername}${added}`
      const demoAccount = await db
        .selectFrom('identity_clients')
        .selectAll()
        .where('username', '=', demoUsername)
        .executeTakeFirstOrThrow()
      const email = `${username}@mercadodolar.example`
      await db
        .insertInto('identity_clients')
        .values({ ...demoAccount, id: `cli-${username}`, username, username_key: username, email, email_key: email })
        .execute()
      return username
    },
    async expireLinks() {
      const age = LINK_LIFETIMES_MS.invitation + 1
      await db
        .updateTable('identity_recovery_tokens')
        .set(({ eb }) => ({ created_at: eb('created_at', '-', age) }))
        .execute()
    },
    async requireFactor(code) {
      await requireFactor(db, code, true)
    },
    operations: server.identity.operations,
    async newestLink() {
      await server.identity.deliver()
      const mails = join(env.DATA_DIR, 'correo')
      const newest = (await readdir(mails)).toSorted().at(-1) ?? ''
      return /http\S+/.exec(await readFile(join(mails, newest), 'utf8'))?.[0] ?? ''
    },
  }
}

/** Checks the box of the human check and waits for its proof. */
export async function passHumanCheck(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Confirme que no es un robot' }).check()
  await page.getByRole('checkbox', { name: 'Verificación completa' }).waitFor()
}

/** Fills the login form, solves its check and submits it, without waiting for the result. */
export async function tryLogin(page: Page, username: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await passHumanCheck(page)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

/** Opens the login, signs an account in and waits for the menu. */
export async function logIn(page: Page, url: string, username: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto(`${url}/auth/login/`)
  await tryLogin(page, username, password)
  await page.getByRole('button', { name: 'Cerrar sesión' }).waitFor()
}

/** Returns the browser's local storage. */
export const readLocalStorage = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
