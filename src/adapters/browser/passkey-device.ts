import type * as WebAuthn from '@simplewebauthn/browser'
import type { PasskeyDevice } from '#src/application/identity/ports.ts'
import type { PasskeyFailure } from '#src/domain/call.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Loads the library, which few pages need. */
export const loadWebAuthn = () => import('@simplewebauthn/browser')

interface PasskeyDeviceDeps {
  readonly window: Window & typeof globalThis
  readonly load: () => Promise<typeof WebAuthn>
}

/** The errors of WebAuthn that a person can meet; any other one is a mistake of ours. */
const REASONS: Readonly<Record<string, PasskeyFailure['reason']>> = {
  InvalidStateError: 'known',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
  SecurityError: 'wrong-site',
}

/** Maps an error of the browser; null for an unexpected one. `cancelled` is its reason when the person stops. */
function toFailure(error: unknown, cancelled: PasskeyFailure['reason']): PasskeyFailure | null {
  if (!(error instanceof Error)) return null
  // The library wraps the browser's error, and keeps its name.
  const { name } = error
  const isStopped = ['NotAllowedError', 'AbortError', 'UnknownError'].includes(name)
  const reason = isStopped ? cancelled : REASONS[name]
  return reason === undefined ? null : { kind: 'passkey', reason }
}

/** The passkeys of a browser (D96). `load` gets the library. */
export function createPasskeyDevice({ window, load }: PasskeyDeviceDeps): PasskeyDevice {
  const isSupported = () => typeof window.PublicKeyCredential === 'function'

  async function ask(
    run: (library: typeof WebAuthn) => Promise<unknown>,
    cancelled: PasskeyFailure['reason'],
    signal: AbortSignal | undefined,
  ): Promise<Result<string, PasskeyFailure>> {
    if (!isSupported()) return err({ kind: 'passkey', reason: 'unsupported' })
    const library = await load()
    if (signal?.aborted) return err({ kind: 'passkey', reason: cancelled })
    const stop = () => library.WebAuthnAbortService.cancelCeremony()
    signal?.addEventListener('abort', stop)
    try {
      return ok(JSON.stringify(await run(library)))
    } catch (error) {
      const failure = toFailure(error, cancelled)
      if (failure === null) throw error
      return err(failure)
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  return {
    isSupported,
    create: (options, signal) =>
      ask(({ startRegistration }) => startRegistration({ optionsJSON: JSON.parse(options) }), 'not-created', signal),
    sign: (options, signal) =>
      ask(({ startAuthentication }) => startAuthentication({ optionsJSON: JSON.parse(options) }), 'not-used', signal),
  }
}
