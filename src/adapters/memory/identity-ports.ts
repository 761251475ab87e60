import { createMemoryAccounts, type MemoryAccounts } from '#src/adapters/memory/accounts.ts'
import { createMemoryApplicationToken } from '#src/adapters/memory/application-token.ts'
import { createMemoryAuth, type MemoryCookie } from '#src/adapters/memory/auth.ts'
import { createMemoryClipboard, type MemoryClipboard } from '#src/adapters/memory/clipboard.ts'
import { MEMORY_CLIENTS } from '#src/adapters/memory/demo-clients.ts'
import { createMemoryHumanCheck, type MemoryHumanCheck } from '#src/adapters/memory/human-check.ts'
import { createMemoryPasswords } from '#src/adapters/memory/passwords.ts'
import { createMemoryRegistrations, type MemoryRegistrations } from '#src/adapters/memory/registrations.ts'
import { createMemoryUsername } from '#src/adapters/memory/remembered-username.ts'
import type { Clock } from '#src/application/platform/clocks.ts'
import type { IdentityPorts } from '#src/application/ports.ts'

/** Every port of identity in memory; check, clipboard and registrations may be read back. */
export interface MemoryIdentityPorts extends IdentityPorts {
  readonly humanCheck: MemoryHumanCheck
  readonly registrations: MemoryRegistrations
  readonly clipboard: MemoryClipboard
}

/** A service with accounts, and the browsers that come to it. */
export interface MemoryIdentity {
  readonly accounts: MemoryAccounts
  /** The ports of a browser without a session; a port that is given takes the place of its own. */
  browser(overrides?: Partial<MemoryIdentityPorts>): MemoryIdentityPorts
}

/** The clients of the demo at first (D43); sessions and proofs go by this real clock. */
export function createMemoryIdentity({ clock }: { readonly clock: Clock }): MemoryIdentity {
  const accounts = createMemoryAccounts(MEMORY_CLIENTS, clock)
  const humanCheck = createMemoryHumanCheck({ clock })
  const registrations = createMemoryRegistrations({ humanCheck })

  return {
    accounts,
    browser(overrides = {}) {
      const cookie: MemoryCookie = { session: null }
      const needs = { accounts, humanCheck, clock, cookie }
      return {
        auth: createMemoryAuth(needs),
        passwords: createMemoryPasswords(needs),
        registrations,
        humanCheck,
        applicationToken: createMemoryApplicationToken(needs),
        rememberedUsername: createMemoryUsername(),
        clipboard: createMemoryClipboard(),
        ...overrides,
      }
    },
  }
}
