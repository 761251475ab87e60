import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { SavedTexts, UserFormSnapshot, UserFormView } from '#src/application/imc/users/user-form.ts'
import {
  CREATE_TITLE,
  createdByText,
  EDIT_TITLE,
  updatedByText,
} from '#src/application/imc/users/user-form-messages.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { useImc, useImcSession } from '#src/ui/imc/use-imc.ts'
import { ContractField } from '#src/ui/imc/users/contract-dialog.tsx'
import { AccessBlock, Block, PersonBlock, ReadOnlyBlock, StatusBlock } from '#src/ui/imc/users/user-form-sections.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Failed } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'

interface FieldsProps {
  /** Id of the form, for the submit button in the footer. */
  readonly id: string
  readonly view: UserFormView
  readonly snapshot: UserFormSnapshot
}

/** The fields of a user. A failed request does not discard the typed values. */
function UserFields({ id, view, snapshot }: FieldsProps) {
  const { documentTypes, user, contract, contractError, step, created, mayExist } = snapshot
  const { requiresEmail, hasCheckDigit, needsContract } = snapshot
  const state = useValidatedForm(view, view.readValues())
  const { form, onSubmit } = state
  return (
    <form id={id} noValidate onSubmit={onSubmit(view.submit, () => view.submit(form.getValues()))}>
      <div inert={created || mayExist}>
        {view.mode === 'create' && <AccessBlock state={state} requiresEmail={requiresEmail} />}
        <PersonBlock state={state} documentTypes={documentTypes} hasCheckDigit={hasCheckDigit} />
        {view.mode === 'create' && <StatusBlock state={state} />}
        {user && <ReadOnlyBlock user={user} contractUrl={view.contractUrl()} />}
      </div>
      {needsContract && (
        <Block title="Contrato" note="Solo para administrador.">
          <ContractField
            rule="none"
            state={contract}
            error={contractError}
            hint="PDF, DOCX o XLSX, máximo 500 KB. Se carga al crear el usuario."
            onChoose={view.chooseContract}
            onRemove={view.removeContract}
            {...(step === 'upload-failed' && { onRetry: view.retryContract })}
          />
        </Block>
      )}
    </form>
  )
}

interface Props {
  /** Id of the edited user; null for the form that creates a user. */
  readonly userId: string | null
  readonly name: string | null
  /** `mayHaveChanged` is true after the form was sent: the caller must reload the list. */
  readonly onClose: (mayHaveChanged: boolean) => void
  readonly onSaved: (texts: SavedTexts) => void
}

/** Shows who created and who changed the user, and when. */
function ChangeHistory({ user }: { readonly user: EntityUser }) {
  return (
    <>
      {user.createdAt !== null && createdByText(toDate(user.createdAt), user.createdBy)}
      {user.updatedAt !== null && (
        <>
          <br />
          {updatedByText(toDate(user.updatedAt), user.updatedBy)}
        </>
      )}
    </>
  )
}

const FormSkeleton = () => (
  <div className="grid min-h-80 content-start gap-4.5 pt-4.5" aria-busy="true">
    <Skeleton width="w-full" height="h-7" />
    <Skeleton width="w-full" height="h-7" />
    <Skeleton width="w-3/4" height="h-7" />
  </div>
)

/** The error of the last request. */
function FormError({ error }: Pick<UserFormSnapshot, 'error'>) {
  if (error === null) return null
  return (
    <Notice icon="warning" tone="err" lead={error.lead}>
      {error.rest}
    </Notice>
  )
}

const BUSY_WORDS: Partial<Readonly<Record<UserFormSnapshot['step'], string>>> = {
  saving: 'Guardando…',
  uploading: 'Cargando…',
}

interface FormFooterProps {
  readonly view: UserFormView
  readonly formId: string
  readonly snapshot: UserFormSnapshot
  readonly onClose: () => void
}

/**
 * The buttons Cancelar and Guardar. After the user is created, the buttons close the dialog and
 * retry the upload of the contract.
 */
function FormFooter({ view, formId, snapshot: { step, created }, onClose }: FormFooterProps) {
  const busy = step === 'saving' || step === 'uploading'
  return (
    <>
      {created ? (
        <Button variant="secondary" aria-disabled={busy} onClick={busy ? undefined : onClose}>
          Cerrar sin contrato
        </Button>
      ) : (
        <CloseButton>Cancelar</CloseButton>
      )}
      {created ? (
        <Button variant="primary" aria-busy={busy} onClick={view.retryContract}>
          {busy ? 'Cargando…' : 'Reintentar'}
        </Button>
      ) : (
        <Button
          type="submit"
          form={formId}
          variant="primary"
          aria-busy={busy}
          disabled={step === 'loading' || step === 'failed'}
        >
          {BUSY_WORDS[step] ?? 'Guardar'}
        </Button>
      )}
    </>
  )
}

/** The dialog with the form of a user. */
export function UserFormDialog({ userId, name, onClose, onSaved }: Props) {
  const { createUserForm } = useImc()
  const { session } = useImcSession()
  const [view] = useState(() => createUserForm(userId))
  const snapshot = useSelector(view, (state) => state)
  const formId = useId()
  const { step, error, notice, user, missingSummary, sent, isDirty, reloads } = snapshot
  const finish = useEffectEvent(() => {
    if (notice) onSaved(notice)
    onClose(true)
  })
  useEffect(() => {
    if (step === 'done') finish()
  }, [step])
  const close = () => onClose(sent)
  const isLoaded = step !== 'loading' && step !== 'failed'
  return (
    <Dialog
      title={userId === null ? CREATE_TITLE : EDIT_TITLE}
      context={name ?? session?.entityName}
      size="form"
      dirty={isDirty}
      busy={step === 'saving' || step === 'uploading'}
      onClose={close}
      hint={missingSummary ?? (user ? <ChangeHistory user={user} /> : 'Lo que no dice Opcional es obligatorio.')}
      actions={<FormFooter view={view} formId={formId} snapshot={snapshot} onClose={close} />}
    >
      {step === 'loading' && <FormSkeleton />}
      {step === 'failed' && error && <Failed title={error.lead} text={error.rest} onRetry={view.reload} />}
      {isLoaded && (
        <>
          <FormError error={error} />
          {/* The fields begin again with the changes of another person. */}
          <UserFields key={reloads} id={formId} view={view} snapshot={snapshot} />
        </>
      )}
    </Dialog>
  )
}
