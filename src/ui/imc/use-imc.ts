import { useSelector } from '@xstate/react'
import { use } from 'react'
import type { ImcUseCases } from '#src/application/imc/imc-use-cases.ts'
import type { ImcSessionSnapshot } from '#src/application/imc/session/imc-session-view.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Returns the use-cases of the IMC area; suspends while they load. */
export const useImc = (): ImcUseCases => use(useUseCases().loadImc())

/** Returns the session of the entity's user; renders again when the session changes. */
export const useImcSession = (): ImcSessionSnapshot => useSelector(useImc().session, (state) => state)
