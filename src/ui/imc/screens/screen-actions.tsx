import { CHANGE, IN_PROGRESS, LINK, RELEASE, TRANSIT_REFUSAL } from '#src/application/imc/screens/screen-messages.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import { offeredActions, type ScreenAction } from '#src/domain/imc/screens/screen-lifecycle.ts'
import { RowButton } from '#src/ui/imc/row-button.tsx'

export interface ScreenActionsProps {
  readonly row: ScreenRow
  readonly canWrite: boolean
  readonly onAction: (action: ScreenAction, row: ScreenRow) => void
  /** Called for a screen in transit, which has no action. */
  readonly onExplain: (row: ScreenRow) => void
}

/** The button for the status of a screen: link, release, or explain the request in progress. */
export function MainAction({ row, canWrite, onAction, onExplain }: ScreenActionsProps) {
  if (row.status === 'transit') {
    return (
      <RowButton
        className="btn small screens-wait"
        rowName={row.screen}
        refusal={TRANSIT_REFUSAL}
        onPress={() => onExplain(row)}
      >
        {IN_PROGRESS}
      </RowButton>
    )
  }
  if (!canWrite) return null
  const actions = offeredActions(row.status)
  if (actions.includes('link')) {
    return (
      <RowButton className="btn pri small screens-link" rowName={row.screen} onPress={() => onAction('link', row)}>
        {LINK}
      </RowButton>
    )
  }
  if (!actions.includes('release')) return null
  return (
    <RowButton
      className="btn danger small screens-release"
      rowName={row.screen}
      onPress={() => onAction('release', row)}
    >
      {RELEASE}
    </RowButton>
  )
}

/** The button Cambiar. Only assigned rows have it (§2.5). */
export function ChangeAction({ row, canWrite, onAction }: Omit<ScreenActionsProps, 'onExplain'>) {
  if (!canWrite || !offeredActions(row.status).includes('change')) return null
  return (
    <RowButton rowName={row.screen} onPress={() => onAction('change', row)}>
      {CHANGE}
    </RowButton>
  )
}
