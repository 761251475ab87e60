import { expect, test } from 'vitest'

import { createApplicationTokenApi } from '#src/adapters/http/identity/application-token-api.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import {
  createRecordingClient,
  neverRespond,
  type RecordingClient,
  respondWith,
} from '#tests/adapters/http/recording-client.ts'

const START = Date.parse('2026-11-21T09:43:15-05:00')
const TOKEN = { token: 'app-3d7a51c0' }

const createUnreachableHost = () => createRecordingClient(() => Promise.reject(new TypeError('failed')))
const createHost = (body: unknown, status?: number) => createRecordingClient(respondWith(body, status))

function createApi(hosts: readonly RecordingClient[], clock = createMemoryClock(START)) {
  return createApplicationTokenApi({ hosts: hosts.map(({ http }) => http), requiresCopy: true, clock })
}

test('request returns the token of the first host that replies', async () => {
  const hosts = [createUnreachableHost(), createHost(TOKEN), createHost({ token: 'otro' })]
  expect(await createApi(hosts).request()).toEqual({ ok: true, value: 'app-3d7a51c0' })
  expect(hosts.map(({ calls }) => calls.length)).toEqual([1, 1, 0])
  expect(hosts[1]?.calls).toMatchObject([{ method: 'POST', address: 'http://portal.test/api/login', body: '{}' }])
})

test.each([
  [TOKEN, 'app-3d7a51c0'],
  [{ data: TOKEN }, 'app-3d7a51c0'],
  [{ data: [{ token: 7 }] }, '7'],
])('request reads the token in %j', async (body, token) => {
  expect(await createApi([createHost(body)]).request()).toEqual({ ok: true, value: token })
})

test.each([[{ token: '' }], [{ token: null }], [{}], ['app-1']])(
  'request returns malformed for the reply %j',
  async (body) => {
    expect(await createApi([createHost(body)]).request()).toEqual({ ok: false, error: { kind: 'malformed' } })
  },
)

test.each([
  ['is unreachable', createUnreachableHost()],
  ['fails', createHost('', 503)],
  ['sends HTML', createHost('<html>')],
])('request tries the next host when a host %s', async (_, first) => {
  expect(await createApi([first, createHost(TOKEN)]).request()).toEqual({ ok: true, value: 'app-3d7a51c0' })
})

test.each([401, 403, 404])('request tries no other host after a rejection with %i', async (status) => {
  const hosts = [createHost({ message: 'No.' }, status), createHost(TOKEN)]
  expect(await createApi(hosts).request()).toEqual({ ok: false, error: { kind: 'rejected', status, message: 'No.' } })
  expect(hosts[1]?.calls).toEqual([])
})

test('request returns the last failure when every host fails', async () => {
  expect(await createApi([createHost('', 500), createUnreachableHost()]).request()).toEqual({
    ok: false,
    error: { kind: 'unreachable' },
  })
})

test('request returns null without hosts', async () => {
  expect(await createApi([]).request()).toEqual({ ok: true, value: null })
})

test.each([
  [3_333, 3],
  [9_998, 3],
  [9_999, 1],
  [10_000, 1],
])('when the first host takes %i ms, the number of requested hosts is %i', async (durationMs, requestedHosts) => {
  const clock = createMemoryClock(START)
  const createSlowHost = () =>
    createRecordingClient(() => {
      clock.advance(durationMs)
      return Promise.reject(new TypeError('failed'))
    })
  const hosts = [createSlowHost(), createUnreachableHost(), createUnreachableHost()]
  const result = await createApi(hosts, clock).request()
  expect(hosts.filter(({ calls }) => calls.length > 0).length).toBe(requestedHosts)
  expect(result).toEqual({ ok: false, error: { kind: requestedHosts === 3 ? 'unreachable' : 'timeout' } })
})

test('request tries the next host when a host never responds', async () => {
  const readings = [0, 9_980, 9_990]
  const clock = { now: () => START + (readings.shift() ?? 10_000) }
  const hosts = [createRecordingClient(neverRespond), createHost(TOKEN)]
  const api = createApplicationTokenApi({ hosts: hosts.map(({ http }) => http), requiresCopy: true, clock })
  expect(await api.request()).toEqual({ ok: true, value: 'app-3d7a51c0' })
})

test('an aborted request tries no other host', async () => {
  const hosts = [createRecordingClient(neverRespond), createHost(TOKEN)]
  const controller = new AbortController()
  const result = createApi(hosts).request(controller.signal)
  controller.abort()
  expect(await result).toEqual({ ok: false, error: { kind: 'unreachable' } })
  expect(hosts[1]?.calls).toEqual([])
})
