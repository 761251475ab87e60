import { createMemoryAccounts, type MemoryAccounts, type MemoryClient } from '#src/adapters/memory/accounts.ts'
import { createMemoryApplicationToken } from '#src/adapters/memory/application-token.ts'
import { createMemoryAuth, type MemoryCookie } from '#src/adapters/memory/auth.ts'
import { createMemoryClipboard, type MemoryClipboard } from '#src/adapters/memory/clipboard.ts'
import { createMemoryHumanCheck, type MemoryHumanCheck } from '#src/adapters/memory/human-check.ts'
import { createMemoryPasswords } from '#src/adapters/memory/passwords.ts'
import { createMemoryRegistrations, type MemoryRegistrations } from '#src/adapters/memory/registrations.ts'
import { createMemoryUsername } from '#src/adapters/memory/remembered-username.ts'
import type { AuthGateway, IdentityPorts } from '#src/application/identity/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'

/** The identity ports in memory. Tests can read human check, clipboard and registrations. */
export interface MemoryIdentityPorts extends IdentityPorts {
  readonly auth: AuthGateway
  readonly humanCheck: MemoryHumanCheck
  readonly registrations: MemoryRegistrations
  readonly clipboard: MemoryClipboard
  /** Finds the client of the browser's session; null without an open session. */
  readonly findClient: () => MemoryClient | null
}

/** A simulated service with accounts, for several browsers. */
export interface MemoryIdentity {
  readonly accounts: MemoryAccounts
  /** Creates the ports of a new browser without a session; `overrides` replace ports. */
  browser(overrides?: Partial<MemoryIdentityPorts>): MemoryIdentityPorts
}

/** Creates a service with the demo accounts (D43); `clock` is the real clock. */
export function createMemoryIdentity({ clock }: { readonly clock: Clock }): MemoryIdentity {
  const accounts = createMemoryAccounts(
    DEMO_ACCOUNTS.map((account) => ({ ...account, password: DEMO_PASSWORD })),
    clock,
  )
  const humanCheck = createMemoryHumanCheck({ clock })
  const registrations = createMemoryRegistrations({ humanCheck })

  return {
    accounts,
    browser(overrides = {}) {
      const cookie: MemoryCookie = { session: null }
      const deps = { accounts, humanCheck, clock, cookie }
      return {
        auth: createMemoryAuth(deps),
        passwords: createMemoryPasswords(deps),
        registrations,
        humanCheck,
        applicationToken: createMemoryApplicationToken(deps),
        rememberedUsername: createMemoryUsername(),
        clipboard: createMemoryClipboard(),
        findClient: () => (accounts.isOpen(cookie.session) ? accounts.findById(cookie.session.clientId) : null),
        ...overrides,
      }
    },
  }
}
