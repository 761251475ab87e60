import { expect, test } from 'vitest'
import { createImcRefusals, createImcSessionApi } from '#src/adapters/http/imc/session.ts'
import { createMemoryImcSession } from '#src/adapters/memory/imc/session.ts'
import { createRecordingClient, respondWith } from '#tests/adapters/http/recording-client.ts'
import { IMC_SESSION } from '#tests/contract/imc-session-store.ts'

const ENDED = { message: 'Su sesión terminó.' }

function createRefusals() {
  const imcSession = createMemoryImcSession()
  const refusals = createImcRefusals({ imcSession })
  const messages: (string | null)[] = []
  const unsubscribe = refusals.subscribe((message) => messages.push(message))
  return { imcSession, refusals, messages, unsubscribe }
}

test('a 401 to a request of the stored session notifies listeners of its message', async () => {
  const { imcSession, refusals, messages, unsubscribe } = createRefusals()
  imcSession.write(IMC_SESSION)
  const { http } = createRecordingClient(respondWith(ENDED, 401), { sessionWatch: refusals.watch })
  const api = createImcSessionApi({ http })
  expect(await api.current()).toEqual({ ok: true, value: null })
  expect(messages).toEqual(['Su sesión terminó.'])
  unsubscribe()
  await api.current()
  expect(messages).toHaveLength(1)
})

test('a 401 without a stored session notifies no listener', async () => {
  const { refusals, messages } = createRefusals()
  const { http } = createRecordingClient(respondWith(ENDED, 401), { sessionWatch: refusals.watch })
  const login = await createImcSessionApi({ http }).signIn({ entity: 'ANDINA', username: 'admin', password: 'otra' })
  expect(login).toMatchObject({ ok: false, error: { kind: 'rejected', status: 401, message: ENDED.message } })
  expect(messages).toEqual([])
})

test.each([
  ['another user', 'usr-andina-nuevo'],
  ['the same user', IMC_SESSION.userId],
])('a late 401 to a request of an earlier session notifies no listener after a login of %s', (_user, userId) => {
  const { imcSession, refusals, messages } = createRefusals()
  imcSession.write(IMC_SESSION)
  const requestSessionId = refusals.watch.readSessionId()
  imcSession.remove()
  imcSession.write({ ...IMC_SESSION, userId })
  refusals.watch.onRefused(requestSessionId ?? 0, { reason: 'unknown', message: 'tarde' })
  expect(messages).toEqual([])
})

test('signIn sends trimmed names and returns rejected for a reply with an empty list (D54)', async () => {
  const { http, calls } = createRecordingClient(respondWith({ data: [], message: 'No.' }))
  const login = await createImcSessionApi({ http }).signIn({
    entity: ' ANDINA ',
    username: ' admin',
    password: ' x y ',
  })
  expect(login).toEqual({ ok: false, error: { kind: 'rejected', status: 401, message: null } })
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ entidad: 'ANDINA', usr_name: 'admin', usr_pwd: ' x y ' })
})
