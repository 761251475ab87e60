import { useSelector } from '@xstate/react'
import { useState } from 'react'
import {
  ASSIGN_TITLE,
  ASSIGNED_SCREEN_NAME,
  assignContext,
  CHOOSE_SCREEN_FIRST,
  NO_FREE_SCREENS,
  OUTCOME_TITLE,
  SEARCH_FREE_SCREENS,
} from '#src/application/imc/screens/request-form-messages.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'
import { FreeScreenPick } from '#src/ui/imc/screens/free-screen-pick.tsx'
import { ProfileField, type ScreenDialogProps } from '#src/ui/imc/screens/link-dialog.tsx'
import { isChoiceLocked, RequestDialog } from '#src/ui/imc/screens/request-dialog.tsx'
import { Observations, RequestPart, Requirements } from '#src/ui/imc/screens/request-fields.tsx'
import { useImc } from '#src/ui/imc/use-imc.ts'

interface Props extends Omit<ScreenDialogProps, 'row'> {
  readonly user: AssignableUser
}

/** The dialog 'Asignar pantalla': links a user to one of the free screens of all packages (D103). */
export function AssignDialog({ user, onClose, onChange, onSent, onUnfinished }: Props) {
  const { createScreenRequest } = useImc()
  const [view] = useState(() => createScreenRequest({ action: 'assign', user }, onChange))
  const state = useSelector(view, (state) => state)
  const isLocked = isChoiceLocked(state)
  return (
    <RequestDialog
      title={ASSIGN_TITLE}
      context={assignContext(user.name)}
      confirmation={null}
      state={state}
      view={view}
      hasChoice={state.profileId !== null}
      onClose={onClose}
      onSent={onSent}
      onUnfinished={onUnfinished}
      left={
        <>
          <RequestPart number={1} title="Pantalla" inert={isLocked}>
            <FreeScreenPick
              view={view}
              state={state}
              name={ASSIGNED_SCREEN_NAME}
              error={state.errors.screen}
              search={SEARCH_FREE_SCREENS}
              empty={NO_FREE_SCREENS}
            />
          </RequestPart>
          <RequestPart number={2} title="Perfil" inert={isLocked}>
            {state.profileId === null ? (
              <p className="mb-2 text-xs text-muted">{CHOOSE_SCREEN_FIRST}</p>
            ) : (
              <ProfileField view={view} state={state} />
            )}
          </RequestPart>
        </>
      }
      right={
        <>
          <RequestPart number={3} title="Requisitos del perfil">
            <Requirements state={state} view={view} />
          </RequestPart>
          <RequestPart number={4} title="Observación">
            <Observations state={state} view={view} />
          </RequestPart>
          <div role="status">
            {state.question !== '' && (
              <p className="border-t-2 border-b border-t-rule border-b-line py-3 text-sm">
                <b className="font-640">{OUTCOME_TITLE}:</b> {state.question}
              </p>
            )}
          </div>
        </>
      }
    />
  )
}
