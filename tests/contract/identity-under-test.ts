import type { IdentityPorts, ProofOfWorkCheck, RecoveryTokens, SessionPorts } from '#src/application/identity/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { LoginOutcome } from '#src/domain/identity/account.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The password of every demo account (D43). */
export const DEMO_PASSWORD = 'Demo#Dolar2026'
export const NEW_PASSWORD = 'Nueva#Clave2026'

/** The ports of one browser, at first without a session. */
export interface BrowserUnderTest
  extends Pick<SessionPorts, 'auth'>,
    Pick<IdentityPorts, 'passwords' | 'registrations' | 'applicationToken'> {
  readonly humanCheck: ProofOfWorkCheck
}

/** A service with the demo accounts, at first without sessions. */
export interface IdentityUnderTest {
  browser(): BrowserUnderTest
  /** Delivers the mails. Returns the tokens of the newest link sent to this address, or null. */
  findLink(email: string): Promise<RecoveryTokens | null>
  now(): Instant
  /** Advances the clock of the service. */
  advance(milliseconds: number): void
}

export type CreateIdentity = () => Promise<IdentityUnderTest>

/** Returns the value of a result; throws for a failure. */
export function getValue<T>(result: Result<T, CallFailure>): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`)
  return result.value
}

export const solveCheck = async ({ humanCheck }: BrowserUnderTest): Promise<HumanProof> =>
  getValue(await humanCheck.solve())

/** Signs in with a new proof. */
export async function signIn(
  browser: BrowserUnderTest,
  username: string,
  changes: { readonly password?: string; readonly takeover?: boolean } = {},
): Promise<LoginOutcome> {
  const { password = DEMO_PASSWORD, takeover = false } = changes
  return getValue(await browser.auth.signIn({ username, password, takeover, proof: await solveCheck(browser) }))
}

export function createAbortedSignal(): AbortSignal {
  const controller = new AbortController()
  controller.abort()
  return controller.signal
}

export const UNREACHABLE = { ok: false, error: { kind: 'unreachable' } } as const

export const rejection = (status: number) => ({ ok: false, error: { kind: 'rejected', status } })
