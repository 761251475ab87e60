import { startTransition, useActionState } from 'react'
import { Link } from 'wouter'

import { clientPasswordMessage, passwordFailure } from '#src/application/identity/password-messages.ts'
import type { RenewPasswordFailure } from '#src/application/identity/renew-password.ts'
import { LengthScale } from '#src/ui/auth/length-scale.tsx'
import { PasswordPair } from '#src/ui/auth/password-pair.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { PATHS } from '#src/ui/shell/routes.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useSession } from '#src/ui/shell/use-session.ts'

interface Typed {
  readonly password: string
  readonly repeat: string
}

/** A client whose password expired sets another one before anything else (D6). */
export function ExpiredPassword() {
  const { renewPassword } = useIdentity()
  const { signOut } = useUseCases()
  const { session } = useSession()
  const [failure, renew, busy] = useActionState(async (_: RenewPasswordFailure | null, { password, repeat }: Typed) => {
    const renewed = await renewPassword(password, repeat)
    // the renewed session is let into the dashboard, and no more to this page
    return renewed.ok ? null : renewed.error
  }, null)
  return (
    <PasswordPair
      title="Tu contraseña ha expirado"
      intro="Defina una nueva para continuar. Al guardarla entrará al tablero."
      messageOf={clientPasswordMessage}
      busy={busy}
      onSubmit={(password, repeat) => startTransition(() => renew({ password, repeat }))}
      result={failure && !busy && <ResultNotice icon="warning" tone="err" lead={passwordFailure(failure)} />}
      after={
        <Link href={PATHS.login} onClick={() => void signOut()}>
          Volver a iniciar sesión
        </Link>
      }
      more={<LengthScale />}
      {...(session && { username: session.username })}
    />
  )
}
