import { expect, test } from 'vitest'
import { createMemoryLog } from '#src/adapters/memory/platform.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createImcSignOut } from '#src/application/imc/session/session.ts'
import { IMC_SIGN_OUT_FAILED } from '#src/application/platform/log-messages.ts'
import { memory, openMemory } from '#src/composition/memory.ts'
import { err, ok } from '#src/domain/result.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { SESSION } from '#tests/contract/session-store.ts'

/** Opens a browser where a client and a user of an entity are signed in. */
async function openBrowser() {
  const ports = createMemoryPorts()
  const imc = ports.imc
  const login = await imc.imcAuth.signIn({ entity: 'ANDINA', username: 'admin', password: DEMO_PASSWORD })
  if (!login.ok) throw new Error(login.error.kind)
  imc.imcSession.write(login.value)
  ports.session.write({ ...SESSION, startedAt: ports.clock.now() })
  return { ports, imc }
}

test('Cerrar Sesión clears both stored sessions and ends both sessions at the service (D55)', async () => {
  const { ports, imc } = await openBrowser()
  let endedClientSessions = 0
  const endClientSession = async () => {
    endedClientSessions += 1
    return ok(undefined)
  }
  expect((await createImcSignOut({ ...imc, log: ports.log, endClientSession })()).ok).toBe(true)
  expect(imc.imcSession.read()).toBeNull()
  expect(ports.session.read()).toEqual({ kind: 'none' })
  expect(await imc.imcAuth.current()).toEqual({ ok: true, value: null })
  expect(endedClientSessions).toBe(1)
})

test('a sign-out clears the storage and logs the failure when the service is unreachable', async () => {
  const { imc } = await openBrowser()
  const log = createMemoryLog()
  const imcAuth = { ...imc.imcAuth, signOut: async () => err({ kind: 'unreachable' } as const) }
  const signOut = createImcSignOut({ ...imc, imcAuth, log, endClientSession: async () => ok(undefined) })
  expect(await signOut()).toEqual({ ok: false, error: { kind: 'unreachable' } })
  expect(imc.imcSession.read()).toBeNull()
  expect(JSON.stringify(log.entries())).toContain(IMC_SIGN_OUT_FAILED)
})

test('loadImc returns the same use cases in every call and loads the ports once', async () => {
  let loads = 0
  const loadModule = async () => {
    loads += 1
    return memory({})
  }
  const useCases = openMemory(createMemoryPorts(), { areas: { imc: loadModule } })
  expect(loads).toBe(0)
  expect(await useCases.loadImc()).toBe(await useCases.loadImc())
  expect(loads).toBe(1)
})

test('loadImc loads the ports again after a failed load', async () => {
  let isOffline = true
  const loadModule = async () => (isOffline ? Promise.reject(new Error('offline')) : memory({}))
  const useCases = openMemory(createMemoryPorts(), { areas: { imc: loadModule } })
  await expect(useCases.loadImc()).rejects.toThrow('offline')
  isOffline = false
  expect((await useCases.loadImc()).createUsers).toBeTypeOf('function')
})
