import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  CHOOSE_COLUMNS,
  MANAGE_VIEWS,
  SAVE_VIEW,
  type SavedViews,
  VIEWS_TITLE,
  viewText,
} from '#src/application/imc/saved-views.ts'
import { parseHiddenColumns, writeHiddenColumns } from '#src/application/navigation/query.ts'
import { MAX_VIEW_NAME_LENGTH, type SavedView } from '#src/domain/imc/saved-views.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { CheckField } from '#src/ui/parts/check-field.tsx'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Menu } from '#src/ui/parts/menu.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { useDialogState } from '#src/ui/parts/use-dialog-state.ts'

interface ColumnChoice {
  readonly id: string
  readonly title: string
}

/** Reads and writes the hidden columns of a list in the address of the page. */
export function useHiddenColumns(optional: readonly string[]) {
  const query = useSearch()
  const [path, navigate] = useLocation()
  const hidden = parseHiddenColumns(query, optional)
  const open = (next: string) => navigate(next === '' ? path : `${path}?${next}`, { replace: true })
  const toggle = (id: string) => {
    const next = hidden.includes(id) ? hidden.filter((name) => name !== id) : [...hidden, id]
    open(writeHiddenColumns(query, next))
  }
  return { hidden, toggle, open, query }
}

interface FormProps {
  readonly views: SavedViews
  readonly isAdministrator: boolean
  readonly query: string
  readonly onClose: () => void
}

/** Names the filters, order and columns of now. */
function SaveDialog({ views, isAdministrator, query, onClose }: FormProps) {
  const { error, isSending } = useSelector(views, (state) => state)
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  async function submit() {
    if (await views.save(name, isShared, query)) onClose()
  }
  return (
    <Dialog
      title={SAVE_VIEW}
      context="Guarda la búsqueda, los filtros, el orden y las columnas de ahora."
      size="reader"
      dirty={name !== '' || isShared}
      busy={isSending}
      onClose={onClose}
      actions={
        <>
          <CloseButton>Cancelar</CloseButton>
          <Button variant="primary" aria-busy={isSending} onClick={submit}>
            {SAVE_VIEW}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label="Nombre"
          error={error}
          maxLength={MAX_VIEW_NAME_LENGTH}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {isAdministrator && (
          <CheckField checked={isShared} onChange={({ target }) => setShared(target.checked)}>
            Para toda la entidad
          </CheckField>
        )}
      </form>
    </Dialog>
  )
}

interface RowProps {
  readonly views: SavedViews
  readonly view: SavedView
  /** The text in its field. */
  readonly name: string
  readonly onType: (name: string) => void
  readonly onRename: () => void
}

/** A view with its name to change. */
function ViewRow({ views, view, name, onType, onRename }: RowProps) {
  if (!views.canChange(view)) return <li className="border-t border-line py-2.5 text-sm">{viewText(view)}</li>
  return (
    <li className="flex flex-wrap items-end gap-2 border-t border-line py-2.5">
      <div className="min-w-50 flex-1">
        <TextField
          label={viewText(view)}
          maxLength={MAX_VIEW_NAME_LENGTH}
          value={name}
          onChange={({ target }) => onType(target.value)}
        />
      </div>
      <Button
        variant="secondary"
        aria-label={`Renombrar ${view.name}`}
        aria-disabled={name === view.name}
        onClick={name === view.name ? undefined : onRename}
      >
        Renombrar
      </Button>
      <Button variant="danger" aria-label={`Eliminar ${view.name}`} onClick={() => views.remove(view)}>
        Eliminar
      </Button>
    </li>
  )
}

function ManageDialog({ views, onClose }: Pick<FormProps, 'views' | 'onClose'>) {
  const { views: saved, error, isSending } = useSelector(views, (state) => state)
  const [typedNames, setTypedNames] = useState<Readonly<Record<string, string | undefined>>>({})
  const readName = ({ id, name }: SavedView) => typedNames[id] ?? name
  const typeName = (id: string, name: string | undefined) => setTypedNames((names) => ({ ...names, [id]: name }))
  async function rename({ id }: SavedView, name: string) {
    // The saved name, which has no spaces around it, replaces the typed one.
    if (await views.rename(id, name)) typeName(id, undefined)
  }
  return (
    <Dialog
      title={MANAGE_VIEWS}
      size="form"
      dirty={saved.some((view) => readName(view) !== view.name)}
      busy={isSending}
      onClose={onClose}
      actions={<CloseButton variant="primary">Cerrar</CloseButton>}
    >
      <p className="text-sm text-danger" role="alert">
        {error}
      </p>
      {saved.length === 0 && <p>Aún no hay vistas guardadas.</p>}
      <ul>
        {saved.map((view) => (
          <ViewRow
            key={view.id}
            views={views}
            view={view}
            name={readName(view)}
            onType={(name) => typeName(view.id, name)}
            onRename={() => rename(view, readName(view))}
          />
        ))}
      </ul>
    </Dialog>
  )
}

interface ColumnsProps extends Pick<FormProps, 'onClose'> {
  readonly columns: readonly ColumnChoice[]
  readonly hidden: readonly string[]
  readonly onToggle: (id: string) => void
}

const ColumnsDialog = ({ columns, hidden, onToggle, onClose }: ColumnsProps) => (
  <Dialog
    title={CHOOSE_COLUMNS}
    size="confirm"
    onClose={onClose}
    actions={
      <Button variant="primary" onClick={onClose}>
        Cerrar
      </Button>
    }
  >
    <div className="grid gap-2.5">
      {columns.map(({ id, title }) => (
        <CheckField key={id} checked={!hidden.includes(id)} onChange={() => onToggle(id)}>
          {title}
        </CheckField>
      ))}
    </div>
  </Dialog>
)

interface Props extends Pick<FormProps, 'views' | 'isAdministrator'> {
  /** The columns that can be hidden. */
  readonly columns: readonly ColumnChoice[]
}

/** The menu of a list's saved views: open one, save this one, manage them, choose columns (D92). */
export function ListViews({ views, isAdministrator, columns }: Props) {
  const { views: saved } = useSelector(views, (state) => state)
  const { hidden, toggle, open, query } = useHiddenColumns(columns.map(({ id }) => id))
  const { dialog, key, open: openDialog, close } = useDialogState<'save' | 'manage' | 'columns'>()
  const show = (next: 'save' | 'manage' | 'columns') => () => {
    views.clearError()
    openDialog(next)
  }
  return (
    <div className="flex justify-end pb-2 print:hidden">
      <Menu
        name={VIEWS_TITLE}
        button={
          <>
            {VIEWS_TITLE}
            <Icon name="down" />
          </>
        }
        actions={[
          ...saved.map((view) => ({ id: view.id, text: viewText(view), onChoose: () => open(views.open(view)) })),
          { id: '#save', text: SAVE_VIEW, onChoose: show('save') },
          ...(saved.length > 0 ? [{ id: '#manage', text: MANAGE_VIEWS, onChoose: show('manage') }] : []),
          { id: '#columns', text: CHOOSE_COLUMNS, onChoose: show('columns') },
        ]}
      />
      {dialog === 'save' && (
        <SaveDialog key={key} views={views} isAdministrator={isAdministrator} query={query} onClose={close} />
      )}
      {dialog === 'manage' && <ManageDialog key={key} views={views} onClose={close} />}
      {dialog === 'columns' && <ColumnsDialog columns={columns} hidden={hidden} onToggle={toggle} onClose={close} />}
    </div>
  )
}
