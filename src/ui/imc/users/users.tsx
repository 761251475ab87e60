import { useSelector } from '@xstate/react'
import { useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { ERROR_TITLE, NOT_PREPARED } from '#src/application/imc/messages.ts'
import type { DraftOf } from '#src/application/imc/session/interrupted-work.ts'
import { LOAD_CSV } from '#src/application/imc/users/user-file.ts'
import { CREATE_TITLE } from '#src/application/imc/users/user-form-messages.ts'
import {
  countUsers,
  NO_USERS,
  OPTIONAL_USER_COLUMNS,
  USER_ROWS,
  USER_SORTS,
  usersSummary,
} from '#src/application/imc/users/users.ts'
import { readMarkedUser } from '#src/application/navigation/imc-query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { ImcHead } from '#src/ui/imc/imc-head.tsx'
import { toListFailure } from '#src/ui/imc/list-panel.tsx'
import { ListViews, useHiddenColumns } from '#src/ui/imc/list-views.tsx'
import { useFormOfAddress, useImc, useImcSession, useListAddress } from '#src/ui/imc/use-imc.ts'
import { ActivationDialogs, ActivationNotice, BulkActivation } from '#src/ui/imc/users/activation.tsx'
import { UserActions } from '#src/ui/imc/users/user-actions.tsx'
import { toUserFilter, toUserRecord, USER_COLUMNS } from '#src/ui/imc/users/user-columns.tsx'
import { type OpenForm, UserDialog } from '#src/ui/imc/users/user-dialog.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { ListTable } from '#src/ui/parts/list-table.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { RegionMeta } from '#src/ui/parts/panel.tsx'
import { useDialogState } from '#src/ui/parts/use-dialog-state.ts'

const OPTIONAL_COLUMNS = USER_COLUMNS.filter(({ id }) => OPTIONAL_USER_COLUMNS.some((name) => name === id))

/** The forms that an address opens. */
const FORM_KINDS = { usuario: 'create', csv: 'file' } as const

/** Number of skeleton rows. */
const SKELETON_ROWS = 12

const CreateButton = ({ onPress }: { readonly onPress: () => void }) => (
  <Button variant="primary" onClick={onPress}>
    <Icon name="plus" />
    {CREATE_TITLE}
  </Button>
)

/** Returns the form that was open when the session ended; null without a draft (§2.5, D69). */
function toOpenForm(draft: DraftOf<'user'> | null): OpenForm | null {
  if (draft === null) return null
  return draft.userId === null ? { kind: 'create' } : { kind: 'edit', userId: draft.userId, name: draft.name ?? '' }
}

/** Creates the views of the page once per mount. */
function useUserViews(focusSearch: () => void) {
  const { createUsers, createActivation } = useImc()
  const query = useSearch()
  const [views] = useState(() => {
    const users = createUsers(query)
    const onResultsClosed = () => {
      users.list.clearSelection()
      // The button that opened the dialog is removed with the selection, after this event.
      requestAnimationFrame(focusSearch)
    }
    return { users, activation: createActivation({ onEnd: users.retry, onResultsClosed }) }
  })
  useListAddress(views.users.list)
  return views
}

/** The page Mis usuarios: the entity's users, and the actions of an administrator (§2.5). */
export function Users() {
  const section = useRef<HTMLElement>(null)
  const { users: view, activation } = useUserViews(() =>
    section.current?.querySelector<HTMLElement>('[type=search]')?.focus(),
  )
  const { canWrite } = useImcSession()
  const { rows, downloadFailed } = useSelector(view, (state) => state)
  const { findDraft, createUserViews } = useImc()
  const [savedViews] = useState(() => createUserViews(canWrite))
  const { hidden } = useHiddenColumns(OPTIONAL_USER_COLUMNS)
  const formDialog = useDialogState(() => (canWrite ? (toOpenForm(findDraft('user')) ?? findDraft('assign')) : null))
  const query = useSearch()
  const users = rows.value
  const counts = users && countUsers(users)
  const openForm = (next: OpenForm) => {
    activation.clearNotice()
    formDialog.open(next)
  }
  useFormOfAddress((form) => {
    if (canWrite && form !== 'paquete') openForm({ kind: FORM_KINDS[form] })
  })
  const openCreateForm = () => openForm({ kind: 'create' })
  const findUsers = (ids: readonly string[]): readonly EntityUser[] => users?.filter(({ id }) => ids.includes(id)) ?? []

  return (
    <Main title={SCREENS.imcUsers.title}>
      <ImcHead
        title={SCREENS.imcUsers.title}
        intro={counts ? usersSummary(counts.all, counts.active) : '\u00a0'}
        action={
          canWrite && (
            <>
              <Button variant="secondary" onClick={() => openForm({ kind: 'file' })}>
                {LOAD_CSV}
              </Button>
              <CreateButton onPress={openCreateForm} />
            </>
          )
        }
      />
      <div role="status">
        <ActivationNotice view={activation} />
      </div>
      <section ref={section} className="relative pt-5 pb-16" aria-label="Usuarios de la entidad">
        {rows.stale && <RegionMeta stale>{null}</RegionMeta>}
        {downloadFailed && (
          <div className="mb-3">
            <Notice icon="warning" tone="err" lead={NOT_PREPARED.lead}>
              {NOT_PREPARED.rest}
            </Notice>
          </div>
        )}
        <ListViews views={savedViews} isAdministrator={canWrite} columns={OPTIONAL_COLUMNS} />
        <ListTable
          list={view.list}
          caption={SCREENS.imcUsers.title}
          names={USER_ROWS}
          columns={USER_COLUMNS.filter(({ id }) => !hidden.includes(id))}
          sortableColumns={USER_SORTS}
          toId={({ id }) => id}
          toName={({ name }) => name}
          toRecord={toUserRecord}
          skeletonRows={SKELETON_ROWS}
          search="Buscar por Nombre"
          filters={[toUserFilter(counts)]}
          failure={toListFailure(rows, ERROR_TITLE)}
          empty={<Empty {...NO_USERS} action={canWrite && <CreateButton onPress={openCreateForm} />} />}
          currentId={readMarkedUser(query)}
          onDownload={view.download}
          onSelect={activation.clearNotice}
          {...(canWrite && {
            actions: (user: EntityUser) => <UserActions user={user} activation={activation} onOpen={openForm} />,
            bulkActions: (ids: readonly string[]) => <BulkActivation view={activation} users={findUsers(ids)} />,
          })}
        />
      </section>
      <ActivationDialogs view={activation} />
      {formDialog.dialog && (
        <UserDialog
          key={formDialog.key}
          form={formDialog.dialog}
          onClose={(mayHaveChanged) => {
            formDialog.close()
            if (mayHaveChanged) view.retry()
          }}
          onSaved={activation.showSaved}
        />
      )}
    </Main>
  )
}
