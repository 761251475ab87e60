import type { ClientStore } from '#server/identity/client-store.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'

interface DemoClientOptions {
  readonly demoData: boolean
  /** Adds the demo accounts even when other accounts exist. */
  readonly required: boolean
  readonly hashes: PasswordHashes
  readonly at: Instant
}

/**
 * Adds the missing demo accounts and returns true. Adds none and returns false without demo data,
 * or when other accounts exist and `required` is false (D43).
 */
export async function addDemoClients(
  clients: Pick<ClientStore, 'add' | 'countOthers'>,
  { demoData, required, hashes, at }: DemoClientOptions,
): Promise<boolean> {
  if (!demoData) return false
  if (!required && (await clients.countOthers(DEMO_ACCOUNTS.map(({ id }) => id))) > 0) return false
  const passwordHash = await hashes.hash(DEMO_PASSWORD)
  await clients.add(
    DEMO_ACCOUNTS.map((client) => ({ ...client, passwordHash })),
    at,
  )
  return true
}
