import { type ReactNode, useRef } from 'react'
import { QUANTITY_LABEL } from '#src/application/imc/packages/order.ts'
import {
  type CorrectionDocument,
  type CorrectionState,
  type CorrectionView,
  namedFilesText,
  OTHER_USER_BUTTON,
  REJECTION_TITLE,
  SENT_TITLE,
  WITHOUT_DOCUMENTS,
} from '#src/application/imc/requests/correction.ts'
import { REQUIREMENT_MESSAGES, REQUIREMENTS_HINT } from '#src/application/imc/requests/documents.ts'
import { REQUEST_COLUMN_TITLES, requestSubject, toKindText } from '#src/application/imc/requests/requests.ts'
import {
  NEW_USERS_NAME,
  OBSERVATIONS,
  REQUIREMENT_COLUMN_TITLES,
  REQUIREMENTS_NAME,
} from '#src/application/imc/screens/request-form-messages.ts'
import { canChangeUser, hasObservations } from '#src/domain/imc/corrections.ts'
import { REQUIREMENT_EXTENSIONS } from '#src/domain/imc/requests/attachments.ts'
import type { RequestDetail } from '#src/domain/imc/requests/requests.ts'
import { formatCopTotal } from '#src/domain/money.ts'
import { UserPick } from '#src/ui/imc/screens/pick-table.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { controlClass } from '#src/ui/parts/field.tsx'
import { FileRow, FileTable } from '#src/ui/parts/file-table.tsx'
import { FormField } from '#src/ui/parts/form-field.tsx'
import { Pairs } from '#src/ui/parts/pairs.tsx'

interface PartProps {
  readonly state: CorrectionState
  readonly view: CorrectionView
  readonly request: RequestDetail
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="min-w-0">
    <h3 className="mb-2 font-640">{title}</h3>
    {children}
  </div>
)

const toErrorOf = ({ error }: CorrectionState, ...fields: readonly string[]): string | null =>
  error !== null && fields.includes(error.field) ? error.text : null

/** The reason of the rejection, and all that stays as it was sent. */
const Sent = ({ request }: Pick<PartProps, 'request'>) => (
  <Pairs>
    {[
      [REJECTION_TITLE, request.reason],
      [REQUEST_COLUMN_TITLES.kind, toKindText(request)],
      [SENT_TITLE, requestSubject(request)],
      ['Suscripción', request.number],
      [REQUEST_COLUMN_TITLES.user, request.user],
    ]
      .filter(([, value]) => value)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={name === REJECTION_TITLE ? 'font-600 text-danger' : ''}>{value}</dd>
        </div>
      ))}
  </Pairs>
)

/** The files that were sent: each stays, or is replaced by another. */
function Documents({ state, view }: Omit<PartProps, 'request'>) {
  const { documents, namedDocuments, step, mayExist, receipt } = state
  if (documents.length === 0) return <p className="text-xs text-muted">{WITHOUT_DOCUMENTS}</p>
  const toRow = ({ id, name, document, mark }: CorrectionDocument) => (
    <FileRow
      key={id}
      label={name}
      state={document}
      extensions={REQUIREMENT_EXTENSIONS}
      messages={REQUIREMENT_MESSAGES}
      error={mark}
      locked={mayExist || (step !== 'editing' && document.kind !== 'failed')}
      onChoose={(file) => view.attach(id, file)}
      // Without the replacement, the stored file counts again.
      {...(receipt === null && document.kind === 'chosen' && { onRemove: () => view.detach(id) })}
      onRetry={() => view.retry(id)}
    />
  )
  return (
    <>
      <p className="text-sm">{namedFilesText(namedDocuments)}</p>
      <p className="mb-2 text-xs text-muted">{REQUIREMENTS_HINT}</p>
      <FileTable caption={REQUIREMENTS_NAME} titles={REQUIREMENT_COLUMN_TITLES}>
        {documents.map(toRow)}
      </FileTable>
    </>
  )
}

/** The user for the screen; another one is chosen among the users without a screen. */
function ChosenUser({ state, view, request }: PartProps) {
  const { users, user, step, mayExist } = state
  const picker = useRef<HTMLDivElement>(null)
  function offerUsers() {
    view.offerUsers()
    // The pressed button is gone then.
    requestAnimationFrame(() => picker.current?.querySelector<HTMLElement>('[type=search]')?.focus())
  }
  if (users === null) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-3">
        {request.user}
        <Button variant="secondary" size="small" onClick={offerUsers}>
          {OTHER_USER_BUTTON}
        </Button>
      </p>
    )
  }
  return (
    <div ref={picker} inert={mayExist || step !== 'editing'}>
      <p className="mb-2 text-sm">{user?.name ?? request.user}</p>
      <UserPick
        list={view.userList}
        users={users}
        name={NEW_USERS_NAME}
        chosenUser={user}
        error={null}
        onChoose={view.chooseUser}
      />
    </div>
  )
}

/** The observation of a link or change. The heading of the part has the text of the label. */
const Observation = ({ state, view }: Omit<PartProps, 'request'>) => (
  <FormField label={OBSERVATIONS} error={toErrorOf(state, 'observations')} space="none" className="[&>label]:sr-only">
    {(control) => (
      <span className="relative flex">
        <textarea
          className={`${controlClass()} resize-y py-2`}
          rows={3}
          value={state.observations}
          readOnly={state.receipt !== null || state.mayExist}
          onChange={({ target }) => view.writeObservations(target.value)}
          {...control}
        />
      </span>
    )}
  </FormField>
)

/** The quantity of a purchase, with the new monthly total. */
const Quantity = ({ state, view }: Omit<PartProps, 'request'>) => (
  <FormField
    label={QUANTITY_LABEL}
    error={toErrorOf(state, 'quantity')}
    hint={state.total === null ? '' : `${formatCopTotal(state.total)} al mes`}
  >
    {(control) => (
      <span className="relative flex">
        <input
          className={controlClass()}
          inputMode="numeric"
          value={state.quantity}
          readOnly={state.receipt !== null || state.mayExist}
          onChange={({ target }) => view.typeQuantity(target.value)}
          {...control}
        />
      </span>
    )}
  </FormField>
)

/** All that was sent, where only what was wrong changes. */
export function CorrectionForm({ request, ...props }: PartProps) {
  const { kind } = request
  return (
    <div className="grid gap-x-10 gap-y-6 pt-1.5 md:grid-cols-[7fr_5fr]">
      <div className="min-w-0 md:order-2">
        <Sent request={request} />
      </div>
      <div className="grid min-w-0 content-start gap-5.5">
        {kind === 'purchase' && <Quantity {...props} />}
        {hasObservations(kind) && (
          <>
            <Part title={REQUIREMENTS_NAME}>
              <Documents {...props} />
            </Part>
            {canChangeUser(kind) && (
              <Part title={REQUEST_COLUMN_TITLES.user}>
                <ChosenUser {...props} request={request} />
              </Part>
            )}
            <Part title={OBSERVATIONS}>
              <Observation {...props} />
            </Part>
          </>
        )}
        {kind === 'release' && <p className="text-xs text-muted">{WITHOUT_DOCUMENTS}</p>}
      </div>
    </div>
  )
}
