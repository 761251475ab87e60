import { expect, test, vi } from 'vitest'

import { DOUBT_PAUSE_MS } from '#src/application/identity/check-doubted-session.ts'
import { createClient, settle, signedIn } from '#tests/support/client.ts'

async function doubted() {
  const client = createClient()
  await signedIn(client)
  const asked = vi.spyOn(client.identity.auth, 'currentUser')
  return { ...client, asked, standing: () => client.clientSession.getSnapshot().value }
}

test('a doubted session that the service still knows goes on', async () => {
  const { ports, asked, standing } = await doubted()
  ports.sessionRefusals.doubt()
  await settle()
  expect(asked).toHaveBeenCalledTimes(1)
  expect(standing()).toBe('active')
})

test('a doubted session that the service does not know is over', async () => {
  const { ports, identity, standing } = await doubted()
  await identity.auth.signOut()
  ports.sessionRefusals.doubt()
  await settle()
  expect(standing()).toBe('refused')
})

test.each([
  [0, 1],
  [DOUBT_PAUSE_MS - 1, 1],
  [DOUBT_PAUSE_MS, 2],
  [-1, 2],
])('doubts %i ms apart are looked into %i times', async (apart, times) => {
  const { ports, asked, clock } = await doubted()
  ports.sessionRefusals.doubt()
  await settle()
  clock.advance(apart)
  ports.sessionRefusals.doubt()
  await settle()
  expect(asked).toHaveBeenCalledTimes(times)
})

test("a visitor's session is not looked for", async () => {
  const client = createClient()
  const asked = vi.spyOn(client.identity.auth, 'currentUser')
  client.ports.sessionRefusals.doubt()
  await settle()
  expect(asked).not.toHaveBeenCalled()
})
