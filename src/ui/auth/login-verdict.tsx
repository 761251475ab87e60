import type { LoginFailure } from '#src/application/identity/log-in.ts'
import { LOGIN_REFUSALS, loginFailure } from '#src/application/identity/login-messages.ts'
import type { LoginVerdict } from '#src/domain/identity/login.ts'
import { Verdict } from '#src/ui/auth/verdict.tsx'

interface Props {
  readonly verdict: LoginVerdict<LoginFailure>
  /** Tries again to keep the session; nothing is sent for that. */
  readonly onKeep: () => void
}

/** Why the last try did not let anybody in (§8). */
export function LoginVerdictNotice({ verdict, onKeep }: Props) {
  switch (verdict.kind) {
    case 'refused':
      return <Verdict icon="warning" tone="err" lead={LOGIN_REFUSALS[verdict.refusal]} />
    case 'failed':
      return <Verdict icon="warning" tone="err" lead={loginFailure(verdict.failure)} />
    case 'not-stored':
      return (
        <Verdict
          icon="warning"
          tone="err"
          lead={loginFailure(verdict.failure)}
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
