import { useSelector } from '@xstate/react'
import { useState } from 'react'
import {
  CHOOSE_PROFILE,
  CONFIRM_LINK,
  CONFIRM_LINK_TITLE,
  LINK_TITLE,
  linkContext,
  NO_PROFILES,
  PROFILE_LABEL,
  PROFILES_FAILED,
  USERS_NAME,
} from '#src/application/imc/screens/request-form-messages.ts'
import type { ScreenRequestView } from '#src/application/imc/screens/screen-request.ts'
import type { ScreenRequestState } from '#src/application/imc/screens/screen-request-state.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import { toListFailure } from '#src/ui/imc/list-panel.tsx'
import { UserPick } from '#src/ui/imc/screens/pick-table.tsx'
import { isChoiceLocked, RequestDialog } from '#src/ui/imc/screens/request-dialog.tsx'
import { Observations, RequestPart, Requirements } from '#src/ui/imc/screens/request-fields.tsx'
import { useImc } from '#src/ui/imc/use-imc.ts'
import { ListboxField } from '#src/ui/parts/listbox-field.tsx'
import { Failed } from '#src/ui/parts/resource-view.tsx'

interface PartProps {
  readonly view: ScreenRequestView
  readonly state: ScreenRequestState
}

/** The field for the user's profile. */
export function ProfileField({ view, state: { profiles, profileId, errors } }: PartProps) {
  const failure = toListFailure(profiles, PROFILES_FAILED)
  if (failure) return <Failed {...failure} />
  const choices = profiles.value ?? []
  return (
    <ListboxField
      label={PROFILE_LABEL}
      space="none"
      // The heading of the part has the text of the label.
      className="[&>:empty]:hidden [&>label]:sr-only"
      placeholder={profiles.value !== null && choices.length === 0 ? NO_PROFILES : CHOOSE_PROFILE}
      choices={choices.map(({ id, name }) => [id, name] as const)}
      value={profileId ?? ''}
      error={errors.profile}
      onChange={view.chooseProfile}
    />
  )
}

export interface ScreenDialogProps {
  readonly row: ScreenRow
  readonly onClose: () => void
  /** Called when the loaded rows may be outdated. */
  readonly onChange: () => void
  /** Called after the request and all its documents are sent. */
  readonly onSent: () => void
  /** Called when the dialog closes and documents of the created request are missing. */
  readonly onUnfinished: (requestId: string) => void
}

/** The dialog 'Usuarios asignables': links a free screen to a user (§2.5). */
export function LinkDialog({ row, onClose, onChange, onSent, onUnfinished }: ScreenDialogProps) {
  const { createScreenRequest } = useImc()
  const [view] = useState(() => createScreenRequest({ action: 'link', row }, onChange))
  const state = useSelector(view, (state) => state)
  const isLocked = isChoiceLocked(state)
  return (
    <RequestDialog
      title={LINK_TITLE}
      context={linkContext(row.screen, row.number)}
      confirmation={{ title: CONFIRM_LINK_TITLE, action: CONFIRM_LINK, question: state.question }}
      state={state}
      view={view}
      hasChoice={state.profileId !== null || state.user !== null}
      onClose={onClose}
      onSent={onSent}
      onUnfinished={onUnfinished}
      left={
        <>
          <RequestPart number={1} title="Perfil" inert={isLocked}>
            <ProfileField view={view} state={state} />
          </RequestPart>
          <RequestPart number={2} title="Usuario" inert={isLocked}>
            <UserPick
              list={view.userList}
              users={state.users}
              name={USERS_NAME}
              chosenUser={state.user}
              error={state.errors.user}
              onChoose={view.chooseUser}
            />
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
        </>
      }
    />
  )
}
