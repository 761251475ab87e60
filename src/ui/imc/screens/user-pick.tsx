import { useId } from 'react'

import {
  ASSIGNABLE_FAILED,
  ASSIGNABLE_ROWS,
  ASSIGNABLE_SERVER_ERROR,
  NO_ASSIGNABLE,
  SEARCH_ASSIGNABLE,
} from '#src/application/imc/screens/request-form-messages.ts'
import type { ListView } from '#src/application/platform/list-view.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'
import { Empty } from '#src/ui/imc/empty.tsx'
import { toListFailure } from '#src/ui/imc/list-failure.ts'
import { ChoiceError } from '#src/ui/imc/screens/choice-error.tsx'
import { PickTable } from '#src/ui/imc/screens/pick-table.tsx'
import type { TableColumn } from '#src/ui/parts/data-table.tsx'
import { Failed } from '#src/ui/parts/resource-view.tsx'

const COLUMNS: readonly TableColumn<AssignableUser>[] = [{ id: 'name', title: 'Nombre', cell: ({ name }) => name }]

interface Props {
  readonly list: ListView<AssignableUser, never>
  readonly users: ResourceState<readonly AssignableUser[]>
  /** Names the table and its radio buttons. */
  readonly name: string
  readonly chosenUser: AssignableUser | null
  readonly error: string | null
  readonly onChoose: (id: string) => void
}

/** A table in which the user chooses one of the assignable users (§2.5). */
export function UserPick({ list, users, name, chosenUser, error, onChoose }: Props) {
  const errorId = useId()
  const failure = toListFailure(users, ASSIGNABLE_FAILED, () => ASSIGNABLE_SERVER_ERROR)
  if (failure) return <Failed {...failure} />
  return (
    <>
      <ChoiceError id={errorId} error={error} />
      <PickTable
        list={list}
        caption={name}
        names={ASSIGNABLE_ROWS}
        columns={COLUMNS}
        toId={({ id }) => id}
        chosenId={chosenUser?.id ?? null}
        onChoose={onChoose}
        search={SEARCH_ASSIGNABLE}
        headless
        errorId={error === null ? null : errorId}
        empty={<Empty {...NO_ASSIGNABLE} />}
      />
    </>
  )
}
