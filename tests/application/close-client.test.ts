import { expect, test, vi } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { closeClient } from '#src/application/close-client.ts'
import { openMemory } from '#src/composition/memory.ts'
import { ok } from '#src/domain/result.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { SESSION } from '#tests/contract/session-store.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

async function openClient({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const ports = createMemoryPorts()
  if (isSignedIn) ports.session.write({ ...SESSION, startedAt: ports.clock.now() })
  const signOut = vi.spyOn(ports.identity.auth, 'signOut').mockResolvedValue(ok(undefined))
  const core = openMemory(ports)
  const close = vi.spyOn(core, 'close')
  return { ports, core, signOut, isClosed: () => close.mock.calls.length > 0 }
}

test('closeClient signs the client out at the service and stops every timer', async () => {
  const { ports, core, signOut, isClosed } = await openClient({ isSignedIn: true })
  await closeClient(core, ports.timers)
  expect(signOut).toHaveBeenCalledTimes(1)
  expect([isClosed(), ports.clock.timerCount()]).toEqual([true, 0])
})

test('closeClient waits at most 2 seconds for the sign-out', async () => {
  const { ports, core, signOut, isClosed } = await openClient({ isSignedIn: true })
  signOut.mockReturnValue(new Promise(() => {}))
  const closing = closeClient(core, ports.timers)
  ports.clock.advance(2 * SECOND_MS - 1)
  await flushPromises()
  expect(isClosed()).toBe(false)
  ports.clock.advance(1)
  await closing
  expect(isClosed()).toBe(true)
})

test('closeClient sends no sign-out for a visitor', async () => {
  const { ports, core, signOut, isClosed } = await openClient({ isSignedIn: false })
  await closeClient(core, ports.timers)
  expect(signOut).not.toHaveBeenCalled()
  expect(isClosed()).toBe(true)
})
