import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { FactorSettings } from '#src/ui/auth/factor-settings.tsx'
import { ImcHead } from '#src/ui/imc/imc-head.tsx'
import { useImc } from '#src/ui/imc/use-imc.ts'
import { Main } from '#src/ui/parts/main.tsx'

/** The second factor of the signed-in user of an entity (D93). */
export function ImcSecondFactor() {
  const { createFactorSettings } = useImc()
  const [view] = useState(createFactorSettings)
  const { title } = SCREENS.imcSecondFactor
  return (
    <Main title={title}>
      <ImcHead title={title} intro="Un segundo paso que protege su usuario al ingresar." />
      <FactorSettings view={view} />
    </Main>
  )
}

/** The set-up that an entity requires, before anything else (D94). */
export function ImcFactorSetup() {
  const { createFactorSettings, continueLogin } = useImc()
  const [view] = useState(createFactorSettings)
  const [, navigate] = useLocation()
  const { title } = SCREENS.imcFactorSetup
  async function enter() {
    const isOpen = await continueLogin()
    navigate(isOpen ? SCREENS.imcUsers.path : SCREENS.imcLogin.path, { replace: true })
  }
  return (
    <Main title={title}>
      <ImcHead
        title={title}
        intro="Su entidad exige la verificación en dos pasos. Al activarla entrará a Mis usuarios."
      />
      <FactorSettings view={view} onDone={enter}>
        <p className="text-sm">
          <Link href={SCREENS.imcLogin.path}>Volver a iniciar sesión</Link>
        </p>
      </FactorSettings>
    </Main>
  )
}
