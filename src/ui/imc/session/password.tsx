import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { LengthScale } from '#src/ui/auth/length-scale.tsx'
import { NewPasswordForm } from '#src/ui/auth/new-password-form.tsx'
import { useImc, useImcSession } from '#src/ui/imc/use-imc.ts'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'

interface Props {
  readonly userId: string
}

function PasswordChange({ userId }: Props) {
  const { createPassword } = useImc()
  const { session } = useImcSession()
  const [, navigate] = useLocation()
  const [view] = useState(() => createPassword(userId))
  const { changed } = useSelector(view, (state) => state)
  const isSignedIn = session !== null
  useEffect(() => {
    if (isSignedIn) navigate(SCREENS.imcUsers.path, { replace: true })
  }, [isSignedIn, navigate])
  // The entity requires a second factor: no session is stored before it is set up (D94).
  useEffect(() => {
    if (changed && !isSignedIn) navigate(SCREENS.imcFactorSetup.path, { replace: true })
  }, [changed, isSignedIn, navigate])
  return (
    <NewPasswordForm
      title={SCREENS.imcPassword.title}
      intro="Al guardarla entrará a Mis usuarios."
      view={view}
      footer={<Link href={SCREENS.imcLogin.path}>Volver a iniciar sesión</Link>}
      asideFooter={<LengthScale />}
    />
  )
}

/** The required password change of an entity's user (D16). After the change, Mis usuarios opens. */
export function ImcPassword({ params }: ScreenProps) {
  const { userId = '' } = params
  return <PasswordChange key={userId} userId={userId} />
}
