import { expect, test, vi } from 'vitest'

import { SUSPICION_PAUSE_MS } from '#src/application/identity/verify-suspected-session.ts'
import { createClient, flushPromises, signInAndStore } from '#tests/support/client.ts'

async function doubted() {
  const client = createClient()
  await signInAndStore(client)
  const asked = vi.spyOn(client.identity.auth, 'currentUser')
  return { ...client, asked, state: () => client.clientSession.getSnapshot().value }
}

test('a doubted session that the service still knows goes on', async () => {
  const { ports, asked, state } = await doubted()
  ports.sessionRefusals.suspectExpiry()
  await flushPromises()
  expect(asked).toHaveBeenCalledTimes(1)
  expect(state()).toBe('active')
})

test('a doubted session that the service does not know is over', async () => {
  const { ports, identity, state } = await doubted()
  await identity.auth.signOut()
  ports.sessionRefusals.suspectExpiry()
  await flushPromises()
  expect(state()).toBe('refused')
})

test.each([
  [0, 1],
  [SUSPICION_PAUSE_MS - 1, 1],
  [SUSPICION_PAUSE_MS, 2],
  [-1, 2],
])('doubts %i ms apart are looked into %i times', async (apart, times) => {
  const { ports, asked, clock } = await doubted()
  ports.sessionRefusals.suspectExpiry()
  await flushPromises()
  clock.advance(apart)
  ports.sessionRefusals.suspectExpiry()
  await flushPromises()
  expect(asked).toHaveBeenCalledTimes(times)
})

test("a visitor's session is not looked for", async () => {
  const client = createClient()
  const asked = vi.spyOn(client.identity.auth, 'currentUser')
  client.ports.sessionRefusals.suspectExpiry()
  await flushPromises()
  expect(asked).not.toHaveBeenCalled()
})
