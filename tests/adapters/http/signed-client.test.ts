import { expect, test } from 'vitest'

import { requestJson } from '#src/adapters/http/request.ts'
import { createSessionRefusals } from '#src/adapters/http/session-refusals.ts'
import { createSignedClients } from '#src/adapters/http/signed-client.ts'
import { createMemorySessionStorage } from '#src/adapters/memory/session-store.ts'
import { REFUSAL_REASONS, type SessionRefusal } from '#src/domain/identity/session.ts'
import { neverRespond, respondWith } from '#tests/adapters/http/recording-client.ts'
import { SESSION } from '#tests/contract/session-store.ts'

function signedOver(answer: (request: Request) => Response | Promise<Response>, auth: 'bearer' | 'raw' | null = null) {
  const session = createMemorySessionStorage().tab()
  const refusals = createSessionRefusals({ session })
  const received: SessionRefusal[] = []
  const stop = refusals.subscribe((refusal) => received.push(refusal))
  let doubts = 0
  const stopDoubts = refusals.subscribeSuspectedExpiry(() => {
    doubts += 1
  })
  const seen: (string | null)[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    seen.push(request.headers.get('authorization'))
    return answer(request)
  }
  const http = createSignedClients({ session, refusals, auth, fetch })({ base: 'http://portal.test/api' })
  const ask = (signal?: AbortSignal) => requestJson(http, { path: '/cifra', signal }, (body) => body)
  return { session, received, stop, doubts: () => doubts, stopDoubts, seen, ask }
}

test.each([
  ['bearer', 'Bearer tok-6b1f9c2e'],
  ['raw', 'tok-6b1f9c2e'],
  [null, null],
] as const)('with auth %j the stored token goes out as %j, and none for a visitor', async (auth, header) => {
  const { session, seen, ask } = signedOver(respondWith(1), auth)
  await ask()
  session.write(SESSION)
  await ask()
  session.wipe()
  await ask()
  expect(seen).toEqual([null, header, null])
})

const REFUSED = respondWith({ message: 'Su sesión se abrió en otro equipo.' }, 401)

test('a refusal of the session is told with its reason, and is still the answer', async () => {
  const { session, received, ask } = signedOver(REFUSED)
  session.write(SESSION)
  expect(await ask()).toEqual({
    ok: false,
    error: { kind: 'rejected', status: 401, message: 'Su sesión se abrió en otro equipo.' },
  })
  expect(received).toEqual([{ reason: 'unknown', message: 'Su sesión se abrió en otro equipo.' }])
})

test.each(REFUSAL_REASONS)('a 401 with the reason %s publishes it', async (reason) => {
  const { session, received, ask } = signedOver(respondWith({ message: 'Su sesión terminó.', reason }, 401))
  session.write(SESSION)
  await ask()
  expect(received).toEqual([{ reason, message: 'Su sesión terminó.' }])
})

test('a 401 with a reason that the contract does not know publishes unknown and the message', async () => {
  const { session, received, ask } = signedOver(respondWith({ message: 'Fin.', reason: 'otra' }, 401))
  session.write(SESSION)
  await ask()
  expect(received).toEqual([{ reason: 'unknown', message: 'Fin.' }])
})

test.each(['', '<html>', '{"message":7}'])(
  'a 401 with the body %j publishes unknown without a message',
  async (body) => {
    const { session, received, ask } = signedOver(respondWith(body, 401))
    session.write(SESSION)
    await ask()
    expect(received).toEqual([{ reason: 'unknown', message: null }])
  },
)

test('a visitor has no session to be refused', async () => {
  const { received, ask } = signedOver(REFUSED)
  await ask()
  expect(received).toEqual([])
})

test.each([400, 403, 404, 500])('an answer %i refuses no session', async (status) => {
  const { session, received, ask } = signedOver(respondWith('', status))
  session.write(SESSION)
  await ask()
  expect(received).toEqual([])
})

test('a late refusal of an earlier session says nothing about the next one', async () => {
  const { session, received, ask } = signedOver(() => {
    session.write({ ...SESSION, startedAt: SESSION.startedAt + 1 })
    return REFUSED()
  })
  session.write(SESSION)
  await ask()
  expect(received).toEqual([])
})

test("a late refusal after leaving is nobody's", async () => {
  const { session, received, ask } = signedOver(() => {
    session.wipe()
    return REFUSED()
  })
  session.write(SESSION)
  await ask()
  expect(received).toEqual([])
})

test('whoever stopped listening hears no more', async () => {
  const { session, received, stop, ask } = signedOver(REFUSED)
  session.write(SESSION)
  stop()
  await ask()
  expect(received).toEqual([])
})

test('a refusal whose body never ends is over with the call', async () => {
  const { session, received, ask } = signedOver((request) => {
    const body = new ReadableStream({
      start: (controller) => {
        neverRespond(request).catch((reason) => controller.error(reason))
      },
    })
    return new Response(body, { status: 401 })
  })
  session.write(SESSION)
  const controller = new AbortController()
  const answer = ask(controller.signal)
  await Promise.resolve()
  controller.abort()
  expect(await answer).toEqual({ ok: false, error: { kind: 'unreachable' } })
  expect(received).toEqual([])
})

const served = (delay: string) => respondWith(1, 200, { 'X-Market-Delay': delay })

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
])('an answer that says it is %j minutes late raises %i doubts', async (delay, times) => {
  const { session, doubts, ask } = signedOver(served(delay))
  session.write(SESSION)
  expect(await ask()).toEqual({ ok: true, value: 1 })
  expect(doubts()).toBe(times)
})

test('a server that does not say how late it answers raises no doubt', async () => {
  const { session, doubts, ask } = signedOver(respondWith(1))
  session.write(SESSION)
  await ask()
  expect(doubts()).toBe(0)
})

test('a late answer to a visitor, or to an expired password, raises no doubt', async () => {
  const { session, doubts, ask } = signedOver(served('15'))
  await ask()
  session.write({ ...SESSION, user: { ...SESSION.user, keyExpired: true } })
  await ask()
  expect(doubts()).toBe(0)
})

test('a late answer to an earlier session raises no doubt of the next one', async () => {
  const { session, doubts, ask } = signedOver(() => {
    session.write({ ...SESSION, startedAt: SESSION.startedAt + 1 })
    return served('15')()
  })
  session.write(SESSION)
  await ask()
  expect(doubts()).toBe(0)
})

test('whoever stopped listening hears of no doubt', async () => {
  const { session, doubts, stopDoubts, ask } = signedOver(served('15'))
  session.write(SESSION)
  stopDoubts()
  await ask()
  expect(doubts()).toBe(0)
})
