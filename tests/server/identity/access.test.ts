import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'

import type { RouteAccess } from '#server/http/access.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { createBrowser, startIdentity, statusAndBody } from '#tests/support/identity.ts'

const SIGN_IN = { message: 'Inicie sesión para continuar.', reason: 'unknown' }
const CLOSED = { message: 'Cuenta de usuario Inactiva', reason: 'account-closed' }

/** One route for each access of visitors and clients. The handlers do not check the session. */
const routes = {
  register(app: FastifyInstance) {
    for (const access of ['public', 'audience', 'client', 'session'] satisfies readonly RouteAccess[])
      app.get(`/api/prueba/${access}`, { config: { access } }, async () => ({ access }))
  },
}

async function openRoutes(username?: string) {
  const { url, database } = await startIdentity({ modules: [routes] })
  const browser = createBrowser(url)
  if (username !== undefined) await browser.logIn(username)
  return { database, read: async (access: RouteAccess) => statusAndBody(await browser.get(`/api/prueba/${access}`)) }
}

test('routes with the access client or session reply 401 without a session', async () => {
  const { read } = await openRoutes()
  expect(await read('public')).toEqual([200, { access: 'public' }])
  expect(await read('audience')).toEqual([200, { access: 'audience' }])
  expect(await read('client')).toEqual([401, SIGN_IN])
  expect(await read('session')).toEqual([401, SIGN_IN])
})

test.each([
  ['a client', 'demo'],
  ['a client with an expired password', 'demovencida'],
])('a session of %s can read routes of the accesses public, audience, client and session', async (_who, username) => {
  const { read } = await openRoutes(username)
  for (const access of ['public', 'audience', 'client', 'session'] as const)
    expect(await read(access)).toEqual([200, { access }])
})

test('a session of a closed account can read routes of the access session, but not of client', async () => {
  const { read, database } = await openRoutes('demo')
  await database.db.updateTable('identity_clients').set({ disabled: 1 }).where('id', '=', 'cli-demo').execute()
  expect(await read('session')).toEqual([200, { access: 'session' }])
  expect(await read('client')).toEqual([401, CLOSED])
})

test('a HEAD request requires the access of its route', async () => {
  const { url } = await startIdentity()
  const browser = createBrowser(url)
  expect((await browser.sendOnly('HEAD', `${MARKET_BASE}/users/session`, {})).status).toBe(401)
})
