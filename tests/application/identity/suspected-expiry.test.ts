import { expect, test, vi } from 'vitest'
import { SUSPICION_PAUSE_MS } from '#src/application/identity/session.ts'

import { createClient, signInAndStore } from '#tests/support/client.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { readSessionState } from '#tests/support/session-harness.ts'

async function createSignedInClient() {
  const client = createClient()
  await signInAndStore(client)
  const currentUser = vi.spyOn(client.identity.auth, 'currentUser')
  return { ...client, currentUser, state: () => readSessionState(client.clientSession) }
}

test('a suspected expiry does not end a session that the service knows', async () => {
  const { ports, currentUser, state } = await createSignedInClient()
  ports.sessionRefusals.suspectExpiry()
  await flushPromises()
  expect(currentUser).toHaveBeenCalledTimes(1)
  expect(state()).toBe('active')
})

test('a suspected expiry ends a session that the service does not know', async () => {
  const { ports, identity, state } = await createSignedInClient()
  await identity.auth.signOut()
  ports.sessionRefusals.suspectExpiry()
  await flushPromises()
  expect(state()).toBe('refused')
})

test.each([
  [0, 1],
  [SUSPICION_PAUSE_MS - 1, 1],
  [SUSPICION_PAUSE_MS, 2],
  // The clock was set back.
  [-1, 2],
])('two suspected expiries %i ms apart cause %i verifications', async (gapMs, times) => {
  const { ports, currentUser, clock } = await createSignedInClient()
  ports.sessionRefusals.suspectExpiry()
  await flushPromises()
  clock.advance(gapMs)
  ports.sessionRefusals.suspectExpiry()
  await flushPromises()
  expect(currentUser).toHaveBeenCalledTimes(times)
})

test('a suspected expiry without a session sends no request', async () => {
  const client = createClient()
  const currentUser = vi.spyOn(client.identity.auth, 'currentUser')
  client.ports.sessionRefusals.suspectExpiry()
  await flushPromises()
  expect(currentUser).not.toHaveBeenCalled()
})
