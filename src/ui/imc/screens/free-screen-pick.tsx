import { useId } from 'react'
import {
  FREE_SCREEN_COLUMN_TITLES,
  FREE_SCREEN_ROWS,
  FREE_SCREENS_FAILED,
} from '#src/application/imc/screens/request-form-messages.ts'
import type { ScreenRequestView } from '#src/application/imc/screens/screen-request.ts'
import { type ScreenRequestState, toFreeScreenId } from '#src/application/imc/screens/screen-request-state.ts'
import type { FreeScreen } from '#src/domain/imc/screens/screen.ts'
import { toListFailure } from '#src/ui/imc/list-panel.tsx'
import { ChoiceError, PickTable } from '#src/ui/imc/screens/pick-table.tsx'
import type { TableColumn } from '#src/ui/parts/data-table.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Failed } from '#src/ui/parts/resource-view.tsx'

/** The names of screens repeat in each subscription, and the radio button has only the first column. */
const ScreenName = ({ screen, number }: FreeScreen) => (
  <>
    {screen}
    <span className="sr-only"> de la suscripción {number}</span>
  </>
)

const COLUMNS: readonly TableColumn<FreeScreen>[] = [
  { id: 'screen', title: FREE_SCREEN_COLUMN_TITLES.screen, cell: ScreenName },
  { id: 'code', title: FREE_SCREEN_COLUMN_TITLES.code, className: 'max-sm:hidden', cell: ({ code }) => code },
  { id: 'number', title: FREE_SCREEN_COLUMN_TITLES.number, cell: ({ number }) => number },
  { id: 'profile', title: FREE_SCREEN_COLUMN_TITLES.profile, cell: ({ profile }) => profile },
]

interface Props {
  readonly view: ScreenRequestView
  readonly state: Pick<ScreenRequestState, 'freeScreens' | 'target'>
  /** Names the table and its radio buttons. */
  readonly name: string
  readonly error: string | null
  /** Label of the search. If omitted, the table has no search. */
  readonly search?: string
  readonly empty: { readonly lead: string; readonly rest: string }
}

/** A table in which the user chooses one of the free screens (§2.5, D103). */
export function FreeScreenPick({ view, state: { freeScreens, target }, name, error, search, empty }: Props) {
  const errorId = useId()
  const failure = toListFailure(freeScreens, FREE_SCREENS_FAILED)
  if (failure) return <Failed {...failure} />
  return (
    <>
      <ChoiceError id={errorId} error={error} />
      <PickTable
        list={view.freeScreenList}
        caption={name}
        names={FREE_SCREEN_ROWS}
        columns={COLUMNS}
        toId={toFreeScreenId}
        chosenId={target && toFreeScreenId(target)}
        onChoose={view.chooseScreen}
        errorId={error === null ? null : errorId}
        empty={<Empty {...empty} />}
        {...(search !== undefined && { search })}
      />
    </>
  )
}
