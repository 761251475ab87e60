import { Suspense, startTransition, use, useActionState, useEffect, useState } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import type { PasswordGateway, RecoveryTokens } from '#src/application/identity/password-gateway.ts'
import {
  clientPasswordMessage,
  LINK_NOT_CHECKED,
  PASSWORD_CHANGED,
  passwordFailure,
} from '#src/application/identity/password-messages.ts'
import type { ResetPassword as Reset } from '#src/application/identity/reset-password.ts'
import { APOLOGY } from '#src/application/platform/apology.ts'
import { Frame } from '#src/ui/auth/frame.tsx'
import { PasswordPair } from '#src/ui/auth/password-pair.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { PATHS } from '#src/ui/shell/routes.ts'

const TITLE = 'Defina una contraseña nueva'

/** Both parts of the link (§2.3), null when one is missing. */
function tokensOf(search: string): RecoveryTokens | null {
  const query = new URLSearchParams(search)
  const [token, token2] = [query.get('token'), query.get('token2')]
  return token && token2 ? { token, token2 } : null
}

type Outcome = Awaited<ReturnType<Reset>> | null

interface FormProps {
  readonly tokens: RecoveryTokens
}

function ResetForm({ tokens }: FormProps) {
  const { resetPassword } = useIdentity()
  const [outcome, reset, busy] = useActionState(
    (_: Outcome, { password, repeat }: { readonly password: string; readonly repeat: string }): Promise<Outcome> =>
      resetPassword(tokens, password, repeat),
    null,
  )
  if (outcome?.ok) return <Changed />
  return (
    <PasswordPair
      title={TITLE}
      intro="El enlace es válido. Al guardarla podrá iniciar sesión."
      messageOf={clientPasswordMessage}
      busy={busy}
      onSubmit={(password, repeat) => startTransition(() => reset({ password, repeat }))}
      result={outcome && !busy && <ResultNotice icon="warning" tone="err" lead={passwordFailure(outcome.error)} />}
      after={<Link href={PATHS.login}>Volver a iniciar sesión</Link>}
    />
  )
}

const Changed = () => (
  <Frame title={TITLE} intro="Las sesiones anteriores quedaron cerradas." aside={null}>
    <div className="outcome">
      <ResultNotice
        icon="check"
        tone="ok"
        lead={PASSWORD_CHANGED}
        action={
          <Link className="btn sec small" href={PATHS.login}>
            Iniciar sesión
          </Link>
        }
      >
        Ya puede entrar con la contraseña nueva.
      </ResultNotice>
    </div>
  </Frame>
)

const Checking = () => (
  <Frame title={TITLE} intro="Comprobamos su enlace." aside={null}>
    <div className="checking" aria-busy="true">
      <Skeleton width="w-40" height="h-4.5" />
      <Skeleton width="w-full" height="h-7" />
      <Skeleton width="w-40" height="h-4.5" />
      <Skeleton width="w-full" height="h-7" />
    </div>
  </Frame>
)

interface CheckedProps extends FormProps {
  readonly checked: ReturnType<PasswordGateway['verifyTokens']>
  readonly onRetry: () => void
}

/** Only a NO leads away; a service that does not answer is asked again (D40). */
function Checked({ tokens, checked, onRetry }: CheckedProps) {
  const answer = use(checked)
  if (!answer.ok) {
    return (
      <Frame title={TITLE} intro="Comprobamos su enlace." aside={null}>
        <div className="outcome">
          <ResultNotice
            icon="warning"
            tone="err"
            lead={APOLOGY}
            action={
              <button type="button" className="btn sec small" onClick={onRetry}>
                Reintentar
              </button>
            }
          >
            {LINK_NOT_CHECKED}
          </ResultNotice>
        </div>
      </Frame>
    )
  }
  return answer.value === 'refused' ? <Redirect to={PATHS.home} replace /> : <ResetForm tokens={tokens} />
}

function LinkCheck({ tokens }: FormProps) {
  const { verifyTokens } = useIdentity()
  const [checked, setChecked] = useState<CheckedProps['checked'] | null>(null)
  // Not while rendering: React gives up renders that wait, and each new one would ask again.
  useEffect(() => setChecked(verifyTokens(tokens)), [verifyTokens, tokens])
  if (checked === null) return <Checking />
  return (
    <Suspense fallback={<Checking />}>
      <Checked tokens={tokens} checked={checked} onRetry={() => setChecked(verifyTokens(tokens))} />
    </Suspense>
  )
}

/** Reached by the link of a recovery, whose tokens leave the address bar as soon as they are read. */
export function ResetPassword() {
  const search = useSearch()
  const [location, navigate] = useLocation()
  const [tokens] = useState(() => tokensOf(search))
  useEffect(() => {
    if (tokens && search !== '') navigate(location, { replace: true })
  }, [tokens, search, location, navigate])
  if (!tokens) return <Redirect to={PATHS.home} replace />
  return search === '' ? <LinkCheck tokens={tokens} /> : <Checking />
}
