import type { LoginFailure } from '#src/application/identity/log-in.ts'
import { LOGIN_REFUSALS, loginFailure } from '#src/application/identity/login-messages.ts'
import type { LoginResult } from '#src/domain/identity/login.ts'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'

interface Props {
  readonly result: LoginResult<LoginFailure>
  /** Tries again to keep the session; nothing is sent for that. */
  readonly onKeep: () => void
}

/** Why the last try did not let anybody in (§8). */
export function LoginResultNotice({ result, onKeep }: Props) {
  switch (result.kind) {
    case 'refused':
      return <ResultNotice icon="warning" tone="err" lead={LOGIN_REFUSALS[result.refusal]} />
    case 'failed':
      return <ResultNotice icon="warning" tone="err" lead={loginFailure(result.failure)} />
    case 'not-stored':
      return (
        <ResultNotice
          icon="warning"
          tone="err"
          lead={loginFailure(result.failure)}
          action={
            <button type="button" className="btn sec small" onClick={onKeep}>
              Reintentar
            </button>
          }
        />
      )
    case 'none':
    case 'session-active':
    case 'terms-pending':
    case 'storing':
    case 'stored':
      return null
  }
}
