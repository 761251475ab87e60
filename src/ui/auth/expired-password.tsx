import { useState } from 'react'
import { Link } from 'wouter'

import { SCREENS } from '#src/application/navigation/screens.ts'
import { LengthScale } from '#src/ui/auth/length-scale.tsx'
import { NewPasswordForm } from '#src/ui/auth/new-password-form.tsx'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useSession } from '#src/ui/portal/use-session.ts'

/**
 * The form for a new password after the old one expired. When the new password is stored, the route
 * guard redirects to the dashboard (D6).
 */
export function ExpiredPassword() {
  const { createRenewalView } = useIdentity()
  const { signOut } = usePortal()
  const { session } = useSession()
  const [view] = useState(createRenewalView)
  return (
    <NewPasswordForm
      title={SCREENS.expiredPassword.title}
      intro="Defina una nueva para continuar. Al guardarla entrará al tablero."
      view={view}
      footer={
        <Link href={SCREENS.login.path} onClick={() => void signOut()}>
          Volver a iniciar sesión
        </Link>
      }
      asideFooter={<LengthScale />}
      {...(session && { username: session.username })}
    />
  )
}
