import type { DrawnCheck } from '#src/application/identity/human-check.ts'
import type { RecoveryTokens } from '#src/application/identity/password-gateway.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { IdentityPorts } from '#src/application/ports.ts'
import type { LoginOutcome } from '#src/domain/identity/account.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Of every account of the demo (D43). */
export const DEMO_PASSWORD = 'Demo#Dolar2026'
export const NEW_PASSWORD = 'Nueva#Clave2026'

/** The ports of one browser, which comes without a session. */
export interface BrowserUnderTest
  extends Pick<IdentityPorts, 'auth' | 'passwords' | 'registrations' | 'applicationToken'> {
  readonly humanCheck: DrawnCheck
}

/** A service with the accounts of the demo, nobody of whom is signed in. */
export interface IdentityUnderTest {
  browser(): BrowserUnderTest
  /** The link of the newest mail to an address, null when none came. */
  linkOf(email: string): Promise<RecoveryTokens | null>
  now(): Instant
  pass(milliseconds: number): void
}

export type CreateIdentity = () => Promise<IdentityUnderTest>

export function answerOf<T>(answer: Result<T, GatewayFailure>): T {
  if (!answer.ok) throw new Error(`no answer: ${JSON.stringify(answer.error)}`)
  return answer.value
}

export const proofFor = async ({ humanCheck }: BrowserUnderTest): Promise<HumanProof> =>
  answerOf(await humanCheck.solve())

/** One try with a fresh proof. */
export async function signIn(
  browser: BrowserUnderTest,
  username: string,
  but: { readonly password?: string; readonly takeover?: boolean } = {},
): Promise<LoginOutcome> {
  const { password = DEMO_PASSWORD, takeover = false } = but
  return answerOf(await browser.auth.signIn({ username, password, takeover, proof: await proofFor(browser) }))
}

export function givenUp(): AbortSignal {
  const controller = new AbortController()
  controller.abort()
  return controller.signal
}

export const UNREACHABLE = { ok: false, error: { kind: 'unreachable' } } as const

export const rejectedWith = (status: number) => ({ ok: false, error: { kind: 'rejected', status } })
