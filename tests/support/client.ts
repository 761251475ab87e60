import { createMemoryIdentity, type MemoryIdentityPorts } from '#src/adapters/memory/identity.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { createMemoryPorts, type MemoryPorts } from '#src/adapters/memory/ports.ts'
import { createMemorySessionStorage } from '#src/adapters/memory/session.ts'
import { openMemory } from '#src/composition/memory.ts'
import type { StoredSession } from '#src/domain/identity/session.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD, signIn } from '#tests/contract/identity-under-test.ts'

/**
 * Opens the portal of one browser with in-memory ports, which the test controls and reads.
 */
export function createClient(
  overrides: Partial<MemoryIdentityPorts> = {},
  portOverrides: Partial<MemoryPorts> = {},
  options: Parameters<typeof openMemory>[1] = {},
) {
  const clock = createMemoryClock(toInstant('2026-11-21', '09:43:15'))
  const service = createMemoryIdentity({ clock })
  const identity = service.browser(overrides)
  const storage = createMemorySessionStorage()
  const ports = createMemoryPorts({
    clock,
    session: storage.openTab(),
    identity,
    ...portOverrides,
  })
  const portal = openMemory(ports, options)
  return { ...portal, portal, ports, identity, service, storage, clock }
}

export type TestClient = ReturnType<typeof createClient>

/** Signs a demo account in at the simulated server. Returns its session without storing it. */
export async function openServiceSession({ identity, clock }: TestClient, username = 'demo'): Promise<StoredSession> {
  const outcome = await signIn(identity, username, { password: DEMO_PASSWORD })
  if (outcome.kind !== 'success') throw new Error(`${username} was not signed in: ${outcome.kind}`)
  const { termsAcceptedAt } = outcome.user
  if (termsAcceptedAt === null) throw new Error(`${username} has terms to accept`)
  return { username, user: { ...outcome.user, termsAcceptedAt }, startedAt: clock.now() }
}

/** Signs an account in and stores its session, as the login does. */
export async function signInAndStore(client: TestClient, username = 'demo', remember = false): Promise<StoredSession> {
  const session = await openServiceSession(client, username)
  const { loginCalls } = await client.loadIdentity()
  const stored = loginCalls.storeSession({ session, remember })
  if (!stored.ok) throw new Error(stored.error.kind)
  return session
}
