import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'

import { createApp } from '#server/app.ts'
import type { ValidKey } from '#server/operator/keys/key-store.ts'
import { createOperatorCheck, WRONG_KEYS_PER_MINUTE } from '#server/operator/operator-access.ts'
import { operatorAccess } from '#server/operator/operator-route.ts'
import { testTime } from '#tests/support/market.ts'
import { defaultPortalConfig } from '#tests/support/portal-config.ts'
import { call } from '#tests/support/raw-http.ts'

const KEY = 'clave-de-prueba-del-operador'
const CLIENTS = operatorAccess('clients')
const REFUSED = [401, '{"message":"La clave del operador no es válida."}']

/** Named keys of the tests. */
const NAMED: Readonly<Record<string, ValidKey>> = {
  'clave-de-precios': { name: 'precios', scopes: ['deals'] },
  'clave-de-mesa': { name: 'mesa', scopes: ['clients', 'entities'] },
}

async function startApp(key: string | null) {
  const time = testTime(Date.UTC(2026, 10, 21))
  const app = await createApp({
    config: { demoData: true, trustProxy: 1 },
    portal: null,
    portalConfig: await defaultPortalConfig({ demo: true, hasApplicationAccount: true }),
    modules: [
      {
        access: { operator: createOperatorCheck({ key, findKey: async (text) => NAMED[text] ?? null, now: time.now }) },
        register: (scope: FastifyInstance) =>
          void scope
            .get('/api/operator/prueba', CLIENTS, async () => ({ ok: true }))
            .get('/api/operator/claves', operatorAccess('keys'), async () => ({ ok: true })),
      },
    ],
    clockShift: () => 0,
    logger: pino({ level: 'silent' }),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const send = async (sentKey?: string | string[], address = '203.0.113.7', path = 'prueba') => {
    const headers = { 'x-forwarded-for': address, ...(sentKey !== undefined && { 'x-operator-key': sentKey }) }
    const reply = await call(url, `/api/operator/${path}`, { headers })
    return { reply, result: [reply.status, reply.text] }
  }
  return { time, send }
}

test('operator calls accept only the operator key', async () => {
  const { send } = await startApp(KEY)
  expect((await send(KEY)).result).toEqual([200, '{"ok":true}'])
  for (const wrong of [undefined, '', KEY.slice(1), `${KEY}x`, KEY.toUpperCase(), [KEY, KEY]])
    expect((await send(wrong)).result).toEqual(REFUSED)
})

test('a named key calls the routes of its scopes, never those of the keys (D113)', async () => {
  const { send } = await startApp(KEY)
  expect((await send('clave-de-mesa')).reply.status).toBe(200)
  const refused = await send('clave-de-precios')
  expect(refused.result).toEqual([403, '{"message":"La clave «precios» no tiene el alcance clients."}'])
  for (const key of Object.keys(NAMED)) expect((await send(key, '203.0.113.7', 'claves')).reply.status).toBe(403)
  expect((await send(KEY, '203.0.113.7', 'claves')).reply.status).toBe(200)
})

test('the operator check refuses every key when no key is configured', async () => {
  const { send } = await startApp(null)
  for (const key of [undefined, '', 'null', KEY]) expect((await send(key)).result).toEqual(REFUSED)
})

test('ten wrong keys in a minute block even the right key from the same address', async () => {
  const { send, time } = await startApp(KEY)
  for (let sent = 0; sent < WRONG_KEYS_PER_MINUTE; sent += 1) expect((await send('x')).reply.status).toBe(401)
  const blocked = await send(KEY)
  expect([blocked.reply.status, blocked.reply.headers['retry-after']]).toEqual([429, '6'])
  expect((await send(KEY, '203.0.113.8')).reply.status).toBe(200)
  time.pass(5_999)
  expect((await send(KEY)).reply.status).toBe(429)
  time.pass(1)
  expect((await send(KEY)).reply.status).toBe(200)
})

test('the operator check does not limit requests with the right key', async () => {
  const { send } = await startApp(KEY)
  for (let sent = 0; sent < 3 * WRONG_KEYS_PER_MINUTE; sent += 1) expect((await send(KEY)).reply.status).toBe(200)
})

test('createApp throws for a route whose access is not checked or not declared', async () => {
  const parts = {
    config: { demoData: true, trustProxy: false },
    portal: null,
    portalConfig: await defaultPortalConfig({ demo: true, hasApplicationAccount: true }),
    clockShift: () => 0,
    logger: pino({ level: 'silent' }),
  } as const
  const unchecked = {
    register: (scope: FastifyInstance) => void scope.get('/api/x', CLIENTS, async () => ({})),
  }
  const unscoped = {
    access: { operator: () => true },
    register: (scope: FastifyInstance) =>
      void scope.get('/api/x', { config: { access: 'operator' } }, async () => ({})),
  }
  const undeclared = { register: (scope: FastifyInstance) => void scope.get('/api/x', async () => ({})) }
  await expect(createApp({ ...parts, modules: [unchecked] })).rejects.toThrow('no check of operator')
  await expect(createApp({ ...parts, modules: [unscoped] })).rejects.toThrow('declares no operator scope')
  await expect(createApp({ ...parts, modules: [undeclared] })).rejects.toThrow('declares no access')
})
