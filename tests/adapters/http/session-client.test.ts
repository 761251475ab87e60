import { expect, test } from 'vitest'
import { createSessionRefusals } from '#src/adapters/http/identity/session-refusals.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import { createSessionClientFactory } from '#src/adapters/http/session-client.ts'
import { createMemorySessionStorage } from '#src/adapters/memory/session.ts'
import { REFUSAL_REASONS, type SessionRefusal } from '#src/domain/identity/session.ts'
import { neverRespond, respondWith } from '#tests/adapters/http/recording-client.ts'
import { SESSION } from '#tests/contract/session-store.ts'

function createSessionClient(
  respond: (request: Request) => Response | Promise<Response>,
  auth: 'bearer' | 'raw' | null = null,
) {
  const session = createMemorySessionStorage().openTab()
  const refusals = createSessionRefusals({ session })
  const receivedRefusals: SessionRefusal[] = []
  const unsubscribe = refusals.subscribe((refusal) => receivedRefusals.push(refusal))
  let suspectedExpiries = 0
  const unsubscribeSuspectedExpiry = refusals.subscribeSuspectedExpiry(() => {
    suspectedExpiries += 1
  })
  const headers: (string | null)[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    headers.push(request.headers.get('authorization'))
    return respond(request)
  }
  const http = createSessionClientFactory({ session, refusals, auth, fetch })({ base: 'http://portal.test/api' })
  const send = (signal?: AbortSignal) => requestJson(http, { path: '/cifra', signal }, (body) => body)
  return {
    session,
    receivedRefusals,
    unsubscribe,
    suspectedExpiries: () => suspectedExpiries,
    unsubscribeSuspectedExpiry,
    headers,
    send,
  }
}

test.each([
  ['bearer', 'Bearer tok-6b1f9c2e'],
  ['raw', 'tok-6b1f9c2e'],
  [null, null],
] as const)('with auth %j, the Authorization header of a request with a stored token is %j', async (auth, header) => {
  const { session, headers, send } = createSessionClient(respondWith(1), auth)
  await send()
  session.write(SESSION)
  await send()
  session.wipe()
  await send()
  expect(headers).toEqual([null, header, null])
})

const respondRefused = respondWith({ message: 'Su sesión se abrió en otro equipo.' }, 401)

test('a 401 notifies listeners and rejects the request with its message', async () => {
  const { session, receivedRefusals, send } = createSessionClient(respondRefused)
  session.write(SESSION)
  expect(await send()).toEqual({
    ok: false,
    error: { kind: 'rejected', status: 401, message: 'Su sesión se abrió en otro equipo.' },
  })
  expect(receivedRefusals).toEqual([{ reason: 'unknown', message: 'Su sesión se abrió en otro equipo.' }])
})

test.each(REFUSAL_REASONS)('a 401 publishes its reason %s', async (reason) => {
  const { session, receivedRefusals, send } = createSessionClient(
    respondWith({ message: 'Su sesión terminó.', reason }, 401),
  )
  session.write(SESSION)
  await send()
  expect(receivedRefusals).toEqual([{ reason, message: 'Su sesión terminó.' }])
})

test('a 401 with an unknown reason publishes unknown and the message', async () => {
  const { session, receivedRefusals, send } = createSessionClient(respondWith({ message: 'Fin.', reason: 'otra' }, 401))
  session.write(SESSION)
  await send()
  expect(receivedRefusals).toEqual([{ reason: 'unknown', message: 'Fin.' }])
})

test.each(['', '<html>', '{"message":7}'])(
  'a 401 with the body %j publishes unknown without a message',
  async (body) => {
    const { session, receivedRefusals, send } = createSessionClient(respondWith(body, 401))
    session.write(SESSION)
    await send()
    expect(receivedRefusals).toEqual([{ reason: 'unknown', message: null }])
  },
)

test('a 401 without a session notifies no listener', async () => {
  const { receivedRefusals, send } = createSessionClient(respondRefused)
  await send()
  expect(receivedRefusals).toEqual([])
})

test.each([400, 403, 404, 500])('a reply with status %i notifies no listener', async (status) => {
  const { session, receivedRefusals, send } = createSessionClient(respondWith('', status))
  session.write(SESSION)
  await send()
  expect(receivedRefusals).toEqual([])
})

test('a 401 of an earlier session notifies no listener', async () => {
  const { session, receivedRefusals, send } = createSessionClient(() => {
    session.write({ ...SESSION, startedAt: SESSION.startedAt + 1 })
    return respondRefused()
  })
  session.write(SESSION)
  await send()
  expect(receivedRefusals).toEqual([])
})

test('a 401 after the end of the session notifies no listener', async () => {
  const { session, receivedRefusals, send } = createSessionClient(() => {
    session.wipe()
    return respondRefused()
  })
  session.write(SESSION)
  await send()
  expect(receivedRefusals).toEqual([])
})

test('an unsubscribed listener gets no refusal', async () => {
  const { session, receivedRefusals, unsubscribe, send } = createSessionClient(respondRefused)
  session.write(SESSION)
  unsubscribe()
  await send()
  expect(receivedRefusals).toEqual([])
})

test('an abort while the body of a 401 loads notifies no listener', async () => {
  const { session, receivedRefusals, send } = createSessionClient((request) => {
    const body = new ReadableStream({
      start: (controller) => {
        neverRespond(request).catch((reason) => controller.error(reason))
      },
    })
    return new Response(body, { status: 401 })
  })
  session.write(SESSION)
  const controller = new AbortController()
  const result = send(controller.signal)
  await Promise.resolve()
  controller.abort()
  expect(await result).toEqual({ ok: false, error: { kind: 'unreachable' } })
  expect(receivedRefusals).toEqual([])
})

const respondWithDelay = (delay: string) => respondWith(1, 200, { 'X-Market-Delay': delay })

test.each([
  ['0', 0],
  ['1', 1],
  ['15', 1],
  ['99999', 1],
  ['', 0],
  ['-15', 0],
  ['15.5', 0],
  ['quince', 0],
  ['100000', 0],
])('a delay header %j notifies of a suspected expiry %i times', async (delay, times) => {
  const { session, suspectedExpiries, send } = createSessionClient(respondWithDelay(delay))
  session.write(SESSION)
  expect(await send()).toEqual({ ok: true, value: 1 })
  expect(suspectedExpiries()).toBe(times)
})

test('a reply without a delay header notifies of no suspected expiry', async () => {
  const { session, suspectedExpiries, send } = createSessionClient(respondWith(1))
  session.write(SESSION)
  await send()
  expect(suspectedExpiries()).toBe(0)
})

test('a delay notifies of no suspected expiry without a session or with an expired password', async () => {
  const { session, suspectedExpiries, send } = createSessionClient(respondWithDelay('15'))
  await send()
  session.write({ ...SESSION, user: { ...SESSION.user, passwordExpired: true } })
  await send()
  expect(suspectedExpiries()).toBe(0)
})

test('a delay for an earlier session notifies of no suspected expiry', async () => {
  const { session, suspectedExpiries, send } = createSessionClient(() => {
    session.write({ ...SESSION, startedAt: SESSION.startedAt + 1 })
    return respondWithDelay('15')()
  })
  session.write(SESSION)
  await send()
  expect(suspectedExpiries()).toBe(0)
})

test('an unsubscribed listener gets no suspected expiry', async () => {
  const { session, suspectedExpiries, unsubscribeSuspectedExpiry, send } = createSessionClient(respondWithDelay('15'))
  session.write(SESSION)
  unsubscribeSuspectedExpiry()
  await send()
  expect(suspectedExpiries()).toBe(0)
})
