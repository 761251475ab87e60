import { expect, test } from 'vitest'

import { createPoll } from '#src/adapters/http/poll.ts'
import { createRecordingClient } from '#tests/adapters/http/recording-client.ts'

const decodeNames = (body: unknown) => (Array.isArray(body) ? body.map(String) : null)

/** A list that changes with `write`; it replies 304 to its current ETag. */
function createList() {
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

test('an unchanged reply is the same value as before', async () => {
  const { http, calls, poll } = createList()
  const first = await poll(http, { path: '/users' })
  const second = await poll(http, { path: '/users' })
  expect(first).toEqual({ ok: true, value: ['Ana'] })
  expect(second.ok && first.ok && second.value === first.value).toBe(true)
  expect(calls.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, 'W/"1"'])
})

test('a changed reply is a new value', async () => {
  const { http, write, poll } = createList()
  await poll(http, { path: '/users' })
  write(['Ana', 'Luz'])
  expect(await poll(http, { path: '/users' })).toEqual({ ok: true, value: ['Ana', 'Luz'] })
  expect(await poll(http, { path: '/users' })).toEqual({ ok: true, value: ['Ana', 'Luz'] })
})

test('a request to another address does not send the ETag of the previous one', async () => {
  const { http, calls, poll } = createList()
  await poll(http, { path: '/users' })
  expect(await poll(http, { path: '/screens' })).toEqual({ ok: true, value: ['Ana'] })
  expect(calls.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
})

test('a malformed reply is not cached', async () => {
  const bodies = ['{}', '["Ana"]']
  const { http, calls } = createRecordingClient(() => new Response(bodies.shift(), { headers: { etag: '"1"' } }))
  const poll = createPoll(decodeNames)
  expect(await poll(http, { path: '/users' })).toEqual({ ok: false, error: { kind: 'malformed' } })
  expect(await poll(http, { path: '/users' })).toEqual({ ok: true, value: ['Ana'] })
  expect(calls[1]?.headers['if-none-match']).toBeUndefined()
})

test('a 304 to a request without an ETag is malformed', async () => {
  const { http } = createRecordingClient(() => new Response(null, { status: 304, headers: { etag: '"1"' } }))
  expect(await createPoll(decodeNames)(http, { path: '/users' })).toEqual({ ok: false, error: { kind: 'malformed' } })
})

test('a failed poll leaves the cached value for the next one', async () => {
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
