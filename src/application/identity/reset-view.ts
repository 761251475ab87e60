import { createNewPasswordView, type NewPasswordView } from '#src/application/identity/new-password-view.ts'
import type { PasswordGateway, RecoveryTokens } from '#src/application/identity/password-gateway.ts'
import type { ResetPassword } from '#src/application/identity/reset-password.ts'
import type { Log } from '#src/application/platform/log.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers } from '#src/application/platform/view.ts'

/**
 * The steps of a recovery link (§4, D40). In `check-failed` the user can retry.
 * A refused link opens the home; a valid link opens the form.
 */
export type ResetStep = 'checking' | 'check-failed' | 'refused' | 'form'

export interface ResetSnapshot {
  readonly step: ResetStep
}

/** Checks a recovery link and sets a new password with it. */
export interface ResetView extends Readable<ResetSnapshot> {
  /** Checks the link again after a failure. */
  retry(): void
  /** The view of the step `form`. */
  readonly newPassword: NewPasswordView
}

export interface ResetViewDeps {
  readonly verifyTokens: PasswordGateway['verifyTokens']
  readonly resetPassword: ResetPassword
  readonly log: Log
}

export function createResetView(
  { verifyTokens, resetPassword, log }: ResetViewDeps,
  tokens: RecoveryTokens,
): ResetView {
  let snapshot: ResetSnapshot = { step: 'checking' }
  let currentRun: AbortController | null = null

  const subscribers = createSubscribers(() => {
    if (snapshot.step === 'checking') void verify()
    return () => currentRun?.abort()
  })

  function setStep(step: ResetStep) {
    snapshot = { step }
    subscribers.notify()
  }

  async function verify() {
    const run = new AbortController()
    currentRun?.abort()
    currentRun = run
    const result = await verifyTokens(tokens, run.signal).catch((error: unknown) => {
      log.error(UNEXPECTED_ERROR, error)
      return null
    })
    if (run.signal.aborted) return
    if (!result?.ok) setStep('check-failed')
    else setStep(result.value === 'refused' ? 'refused' : 'form')
  }

  return {
    getSnapshot: () => snapshot,
    subscribe: subscribers.subscribe,

    retry() {
      if (snapshot.step !== 'check-failed') return
      setStep('checking')
      void verify()
    },

    newPassword: createNewPasswordView(
      (password, repeat, signal) => resetPassword(tokens, password, repeat, signal),
      log,
    ),
  }
}
