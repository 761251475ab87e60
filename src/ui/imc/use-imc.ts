import { use } from 'react'

import type { ImcSessionSnapshot } from '#src/application/imc/imc-session-view.ts'
import type { ImcUseCases } from '#src/application/imc/imc-use-cases.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useView } from '#src/ui/shell/use-view.ts'

/** The use-cases of the IMC area; suspends until they are loaded. */
export const useImc = (): ImcUseCases => use(useUseCases().loadImc())

/** The session of the entity's user; renders again when it changes. */
export const useImcSession = (): ImcSessionSnapshot => useView(useImc().session)
