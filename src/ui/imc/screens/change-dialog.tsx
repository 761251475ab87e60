import { useSelector } from '@xstate/react'
import { useState } from 'react'
import {
  AFTERWARDS,
  CHANGE_TITLE,
  CONFIRM_CHANGE,
  CONFIRM_CHANGE_TITLE,
  changeContext,
  FREE_SCREENS_NAME,
  MOVES_LABEL,
  NEW_USERS_NAME,
  NOW,
  noFreeScreens,
  OTHER_SCREEN,
  OTHER_USER,
  OUTCOME_TITLE,
} from '#src/application/imc/screens/request-form-messages.ts'
import type { ScreenRequestState } from '#src/application/imc/screens/screen-request-state.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import { CHANGE_MOVES, type ChangeMove } from '#src/domain/imc/screens/screen-requests.ts'
import { FreeScreenPick } from '#src/ui/imc/screens/free-screen-pick.tsx'
import type { ScreenDialogProps } from '#src/ui/imc/screens/link-dialog.tsx'
import { UserPick } from '#src/ui/imc/screens/pick-table.tsx'
import { isChoiceLocked, RequestDialog } from '#src/ui/imc/screens/request-dialog.tsx'
import { Observations, RequestPart, Requirements } from '#src/ui/imc/screens/request-fields.tsx'
import { useImc } from '#src/ui/imc/use-imc.ts'
import { Missing } from '#src/ui/parts/figures.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { SegmentsField } from '#src/ui/parts/segments-field.tsx'

const MOVE_LABELS: Readonly<Record<ChangeMove, string>> = { screen: OTHER_SCREEN, user: OTHER_USER }

interface PreviewProps {
  readonly row: ScreenRow
  readonly state: ScreenRequestState
}

/** The screen and the user before and after the change. The changed value is highlighted. */
function ChangePreview({ row, state: { move, target, user } }: PreviewProps) {
  const isScreenChange = move === 'screen'
  const nextScreen = isScreenChange ? target : row
  const nextUser = isScreenChange ? row.fullName : (user?.name ?? null)
  return (
    <div>
      <h3 className="mb-2">{OUTCOME_TITLE}</h3>
      <div
        className="grid grid-cols-[1fr_20px_1fr] items-center gap-x-4 gap-y-1 border-t-2 border-b border-t-rule border-b-line py-3 text-sm"
        role="status"
      >
        <span>
          <span className="block text-xs text-muted">{NOW}</span>
          <b className="font-640">{row.screen}</b>, {row.profile}
          <br />
          {row.fullName}
        </span>
        <Icon name="arrow" className="text-muted" />
        <span>
          <span className="block text-xs text-muted">{AFTERWARDS}</span>
          <b className={isScreenChange ? 'font-640 text-accent' : 'font-640'}>{nextScreen?.screen ?? <Missing />}</b>,{' '}
          {row.profile}
          <br />
          <span className={isScreenChange ? '' : 'font-640 text-accent'}>{nextUser ?? <Missing />}</span>
        </span>
      </div>
    </div>
  )
}

/** The dialog 'Cambio de pantalla': another screen for the user, or another user (§2.5, D27). */
export function ChangeDialog({ row, onClose, onChange, onSent, onUnfinished }: ScreenDialogProps) {
  const { createScreenRequest } = useImc()
  const [view] = useState(() => createScreenRequest({ action: 'change', row }, onChange))
  const state = useSelector(view, (state) => state)
  const { move } = state
  const isLocked = isChoiceLocked(state)
  return (
    <RequestDialog
      title={CHANGE_TITLE}
      context={changeContext(row.screen, row.number, row.fullName ?? '')}
      confirmation={{ title: CONFIRM_CHANGE_TITLE, action: CONFIRM_CHANGE, question: state.question }}
      state={state}
      view={view}
      hasChoice={state.target !== null || state.user !== null}
      onClose={onClose}
      onSent={onSent}
      onUnfinished={onUnfinished}
      top={
        <div className="mb-4.5" inert={isLocked}>
          <SegmentsField
            compact
            label={MOVES_LABEL}
            choices={CHANGE_MOVES.map((value) => [value, MOVE_LABELS[value]])}
            value={move}
            onChange={(value) => view.chooseMove(value === 'user' ? 'user' : 'screen')}
          />
        </div>
      }
      left={
        <>
          <RequestPart number={1} title={move === 'screen' ? FREE_SCREENS_NAME : NEW_USERS_NAME} inert={isLocked}>
            {move === 'screen' ? (
              <FreeScreenPick
                view={view}
                state={state}
                name={FREE_SCREENS_NAME}
                // A missing target screen has the same error text as a missing user (§5).
                error={state.errors.user}
                empty={noFreeScreens(row.profile)}
              />
            ) : (
              <UserPick
                list={view.userList}
                users={state.users}
                name={NEW_USERS_NAME}
                chosenUser={state.user}
                error={state.errors.user}
                onChoose={view.chooseUser}
              />
            )}
          </RequestPart>
          <ChangePreview row={row} state={state} />
        </>
      }
      right={
        <>
          <RequestPart number={2} title="Requisitos">
            <Requirements state={state} view={view} />
          </RequestPart>
          <RequestPart number={3} title="Observación">
            <Observations state={state} view={view} />
          </RequestPart>
        </>
      }
    />
  )
}
