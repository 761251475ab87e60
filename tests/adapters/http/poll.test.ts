import { expect, test } from 'vitest'

import { createPoll } from '#src/adapters/http/poll.ts'
import { createRecordingClient } from '#tests/adapters/http/recording-client.ts'

const decodeNames = (body: unknown) => (Array.isArray(body) ? body.map(String) : null)

/** Creates a list service. `write` changes the rows; the current ETag gets 304. */
function createListService() {
  let [rows, version] = [['Ana'], 1]
  const client = createRecordingClient(({ headers }) => {
    const etag = `W/"${version}"`
    return headers.get('if-none-match') === etag
      ? new Response(null, { status: 304, headers: { etag } })
      : Response.json(rows, { headers: { etag } })
  })
  const write = (next: readonly string[]) => {
    rows = [...next]
    version += 1
  }
  return { ...client, write, poll: createPoll(decodeNames) }
}

test('poll returns the previous value when the reply is unchanged', async () => {
  const { http, calls, poll } = createListService()
  const first = await poll(http, { path: '/users' })
  const second = await poll(http, { path: '/users' })
  expect(first).toEqual({ ok: true, value: ['Ana'] })
  expect(second.ok && first.ok && second.value === first.value).toBe(true)
  expect(calls.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, 'W/"1"'])
})

test('poll returns a new value when the reply changes', async () => {
  const { http, write, poll } = createListService()
  await poll(http, { path: '/users' })
  write(['Ana', 'Luz'])
  expect(await poll(http, { path: '/users' })).toEqual({ ok: true, value: ['Ana', 'Luz'] })
  expect(await poll(http, { path: '/users' })).toEqual({ ok: true, value: ['Ana', 'Luz'] })
})

test('poll sends the headers of the call with and without a cached value', async () => {
  const { http, calls, poll } = createListService()
  const call = { path: '/users', headers: { 'x-entity': 'ANDINA' } }
  await poll(http, call)
  await poll(http, call)
  expect(calls.map(({ headers }) => headers)).toMatchObject([
    { 'x-entity': 'ANDINA' },
    { 'x-entity': 'ANDINA', 'if-none-match': 'W/"1"' },
  ])
})

test('poll sends no ETag to another address', async () => {
  const { http, calls, poll } = createListService()
  await poll(http, { path: '/users' })
  expect(await poll(http, { path: '/screens' })).toEqual({ ok: true, value: ['Ana'] })
  expect(calls.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
})

test('poll does not cache a malformed reply', async () => {
  const bodies = ['{}', '["Ana"]']
  const { http, calls } = createRecordingClient(() => new Response(bodies.shift(), { headers: { etag: '"1"' } }))
  const poll = createPoll(decodeNames)
  expect(await poll(http, { path: '/users' })).toEqual({ ok: false, error: { kind: 'malformed' } })
  expect(await poll(http, { path: '/users' })).toEqual({ ok: true, value: ['Ana'] })
  expect(calls[1]?.headers['if-none-match']).toBeUndefined()
})

test('poll returns malformed for a 304 to a request without an ETag', async () => {
  const { http } = createRecordingClient(() => new Response(null, { status: 304, headers: { etag: '"1"' } }))
  expect(await createPoll(decodeNames)(http, { path: '/users' })).toEqual({ ok: false, error: { kind: 'malformed' } })
})

test('a failed poll preserves the cached value for the next poll', async () => {
  const replies = [
    () => Response.json(['Ana'], { headers: { etag: '"1"' } }),
    () => Response.json({ message: 'Falló.' }, { status: 500 }),
    () => new Response(null, { status: 304, headers: { etag: '"1"' } }),
  ]
  const { http } = createRecordingClient(() => replies.shift()?.() ?? Response.error())
  const poll = createPoll(decodeNames)
  await poll(http, { path: '/users' })
  expect((await poll(http, { path: '/users' })).ok).toBe(false)
  expect(await poll(http, { path: '/users' })).toEqual({ ok: true, value: ['Ana'] })
})
