import { expect, test } from 'vitest'

import { createApplicationTokenApi } from '#src/adapters/http/application-token-api.ts'
import { createMemoryClock } from '#src/adapters/memory/clocks.ts'
import {
  createRecordingClient,
  neverRespond,
  type RecordingClient,
  respondWith,
} from '#tests/adapters/http/recording-client.ts'

const START = Date.parse('2026-11-21T09:43:15-05:00')
const TOKEN = { token: 'app-3d7a51c0' }

const away = () => createRecordingClient(() => Promise.reject(new TypeError('failed')))
const host = (body: unknown, status?: number) => createRecordingClient(respondWith(body, status))

function over(hosts: readonly RecordingClient[], clock = createMemoryClock(START)) {
  return createApplicationTokenApi({ hosts: hosts.map(({ http }) => http), copied: true, clock })
}

test('the token comes from the first host that answers', async () => {
  const hosts = [away(), host(TOKEN), host({ token: 'otro' })]
  expect(await over(hosts).request()).toEqual({ ok: true, value: 'app-3d7a51c0' })
  expect(hosts.map(({ calls }) => calls.length)).toEqual([1, 1, 0])
  expect(hosts[1]?.calls).toMatchObject([{ method: 'POST', address: 'http://portal.test/api/login', body: '{}' }])
})

test.each([
  [TOKEN, 'app-3d7a51c0'],
  [{ data: TOKEN }, 'app-3d7a51c0'],
  [{ data: [{ token: 7 }] }, '7'],
])('the token in %j is read', async (body, token) => {
  expect(await over([host(body)]).request()).toEqual({ ok: true, value: token })
})

test.each([[{ token: '' }], [{ token: null }], [{}], ['app-1']])('in %j there is no token', async (body) => {
  expect(await over([host(body)]).request()).toEqual({ ok: false, error: { kind: 'malformed' } })
})

test.each([
  ['is away', away()],
  ['is broken', host('', 503)],
  ['answers nonsense', host('<html>')],
])('when a host %s the next one is asked', async (_, first) => {
  expect(await over([first, host(TOKEN)]).request()).toEqual({ ok: true, value: 'app-3d7a51c0' })
})

test.each([401, 403, 404])('a refusal with %i is an answer, and nobody else is asked', async (status) => {
  const hosts = [host({ message: 'No.' }, status), host(TOKEN)]
  expect(await over(hosts).request()).toEqual({ ok: false, error: { kind: 'rejected', status, message: 'No.' } })
  expect(hosts[1]?.calls).toEqual([])
})

test("when none answers the failure is the last host's", async () => {
  expect(await over([host('', 500), away()]).request()).toEqual({ ok: false, error: { kind: 'unreachable' } })
})

test('without hosts there is no token, and no failure', async () => {
  expect(await over([]).request()).toEqual({ ok: true, value: null })
})

test.each([
  [3_333, 3],
  [9_998, 3],
  [9_999, 1],
  [10_000, 1],
])('after a host that took %i ms, %i hosts are asked in all: 10 s are for all of them', async (took, asked) => {
  const clock = createMemoryClock(START)
  const slow = () =>
    createRecordingClient(() => {
      clock.advance(took)
      return Promise.reject(new TypeError('failed'))
    })
  const hosts = [slow(), away(), away()]
  const answer = await over(hosts, clock).request()
  expect(hosts.filter(({ calls }) => calls.length > 0).length).toBe(asked)
  expect(answer).toEqual({ ok: false, error: { kind: asked === 3 ? 'unreachable' : 'timeout' } })
})

test('a host that hangs leaves time for the next one', async () => {
  const looks = [0, 9_980, 9_990]
  const clock = { now: () => START + (looks.shift() ?? 10_000) }
  const hosts = [createRecordingClient(neverRespond), host(TOKEN)]
  const token = createApplicationTokenApi({ hosts: hosts.map(({ http }) => http), copied: true, clock })
  expect(await token.request()).toEqual({ ok: true, value: 'app-3d7a51c0' })
})

test('whoever gives up asks no further host', async () => {
  const hosts = [createRecordingClient(neverRespond), host(TOKEN)]
  const controller = new AbortController()
  const asking = over(hosts).request(controller.signal)
  controller.abort()
  expect(await asking).toEqual({ ok: false, error: { kind: 'unreachable' } })
  expect(hosts[1]?.calls).toEqual([])
})
