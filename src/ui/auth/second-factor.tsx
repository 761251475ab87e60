import { useState } from 'react'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { FactorSettings } from '#src/ui/auth/factor-settings.tsx'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { Main } from '#src/ui/parts/main.tsx'

/** The second factor of the signed-in client (D93). */
export function ClientSecondFactor() {
  const { createFactorSettings } = useIdentity()
  const [view] = useState(createFactorSettings)
  const { title } = SCREENS.secondFactor
  return (
    <Main title={title}>
      <div className="pt-8 max-sm:pt-5">
        <h1>{title}</h1>
        <p className="mt-1 max-w-[72ch] text-ink-soft">Un segundo paso que protege su cuenta al ingresar.</p>
        <FactorSettings view={view} />
      </div>
    </Main>
  )
}
