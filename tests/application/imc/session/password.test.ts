import { expect, test } from 'vitest'
import { createMemoryImcSession } from '#src/adapters/memory/imc/session.ts'
import { createMemoryClock, createMemoryLog } from '#src/adapters/memory/platform.ts'
import type { ImcSessionGateway, ImcSessionStore } from '#src/application/imc/ports.ts'
import { createImcPasswordView } from '#src/application/imc/session/password.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ImcLogin } from '#src/domain/imc/session/session.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const USER: ImcLogin = {
  userId: 'usr-andina-nuevo',
  name: 'Nora Ulloa',
  role: 'user',
  entityId: 'ent-andina',
  entityName: 'Andina de Divisas S. A.',
  mustChangePassword: false,
}
const PENDING: ImcLogin = { ...USER, mustChangePassword: true }
const CHANGED = 'Su contraseña ya cambió. Inicie sesión con la nueva.'

type Reply = Result<ImcLogin | null, CallFailure>

const TIMEOUT: Reply = err({ kind: 'timeout' })
const BROKEN: Reply = err({ kind: 'server-error', status: 500, message: null })
const REFUSED: Reply = err({ kind: 'rejected', status: 403, message: null })

interface Options {
  /** The reply of `renewPassword`. */
  readonly renewed: Reply
  /** The replies of `current`, in order. */
  readonly current?: readonly Reply[]
  readonly store?: Partial<ImcSessionStore>
}

async function submitPassword({ renewed, current = [], store = {} }: Options) {
  const calls: string[] = []
  const remainingReplies = [...current]
  const imcAuth: ImcSessionGateway = {
    signIn: async () => err({ kind: 'unreachable' }),
    solveCheck: async () => err({ kind: 'unreachable' }),
    check: async () => ok(undefined),
    verifyFactor: async () => err({ kind: 'unreachable' }),
    askPasskey: async () => err({ kind: 'unreachable' }),
    signOut: async () => ok(undefined),
    renewPassword: async () => {
      calls.push('renewPassword')
      return renewed
    },
    current: async () => {
      calls.push('current')
      return remainingReplies.shift() ?? ok(null)
    },
  }
  const imcSession = { ...createMemoryImcSession(), ...store }
  const log = createMemoryLog()
  const clock = createMemoryClock(0)
  const view = createImcPasswordView({ imcAuth, imcSession, log, clock, timers: clock }, USER.userId)
  view.subscribe(() => {})
  const submit = async () => {
    view.submit({ password: 'Nueva#Clave2026', repeat: 'Nueva#Clave2026' })
    await flushPromises()
  }
  await submit()
  return { view, calls, imcSession, log, submit }
}

test('submit stores the session of the reply without another call', async () => {
  const { view, calls, imcSession } = await submitPassword({ renewed: ok(USER), current: [TIMEOUT] })
  expect(view.getSnapshot()).toMatchObject({ changed: true, error: null })
  expect(imcSession.read()).toMatchObject({ userId: USER.userId })
  expect(calls).toEqual(['renewPassword'])
})

test('submit requests the session when the reply has no session', async () => {
  const { view, calls, imcSession } = await submitPassword({ renewed: ok(null), current: [ok(USER)] })
  expect(view.getSnapshot().changed).toBe(true)
  expect(imcSession.read()).toMatchObject({ userId: USER.userId })
  expect(calls).toEqual(['renewPassword', 'current'])
})

test.each<readonly [string, Reply]>([
  ['times out', TIMEOUT],
  ['returns no session', ok(null)],
  ['fails', BROKEN],
])('the view shows that the password changed when the request for the new session %s', async (_, current) => {
  const { view, calls, log, submit } = await submitPassword({ renewed: ok(null), current: [current, ok(USER)] })
  expect(view.getSnapshot()).toMatchObject({ changed: false, error: { message: CHANGED } })
  expect(log.entries()).toEqual([])
  // The password is sent once: another attempt only requests the session.
  await submit()
  expect(view.getSnapshot()).toMatchObject({ changed: true, error: null })
  expect(calls).toEqual(['renewPassword', 'current', 'current'])
})

test('a changed password shows an error when the browser blocks storage', async () => {
  const write = () => err({ kind: 'storage-unavailable' as const })
  const { view } = await submitPassword({ renewed: ok(USER), store: { write } })
  expect(view.getSnapshot().error).toEqual({
    message: CHANGED,
    detail: 'Este navegador no permite guardar la sesión. Revise su configuración de privacidad.',
  })
})

test('submit opens the session when the password changed but the reply is lost', async () => {
  const { view, imcSession } = await submitPassword({ renewed: TIMEOUT, current: [ok(USER)] })
  expect(view.getSnapshot()).toMatchObject({ changed: true, error: null })
  expect(imcSession.read()).toMatchObject({ userId: USER.userId })
})

test.each<readonly [string, renewed: Reply, current: Reply]>([
  ['times out and the session must still change its password', TIMEOUT, ok(PENDING)],
  ['times out and the request for the session times out too', TIMEOUT, TIMEOUT],
  ['times out and the session is of another user', TIMEOUT, ok({ ...USER, userId: 'usr-andina-admin' })],
  ['is refused', REFUSED, ok(USER)],
])('the view shows an error when the password change %s', async (_, renewed, current) => {
  const { view, log, imcSession } = await submitPassword({ renewed, current: [current] })
  expect(view.getSnapshot()).toMatchObject({
    changed: false,
    error: { message: 'Error en el servidor, por favor comuniquese con el equipo de soporte' },
  })
  expect(imcSession.read()).toBeNull()
  expect(log.entries().map(({ message }) => message)).toEqual(['Error al cambiar la contraseña'])
})
