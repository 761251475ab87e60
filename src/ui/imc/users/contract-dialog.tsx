import { useSelector } from '@xstate/react'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { CONTRACT_MESSAGES, CONTRACT_UPLOADED, type ContractState } from '#src/application/imc/users/contract.ts'
import type { SavedTexts } from '#src/application/imc/users/user-form.ts'
import { CONTRACT_FAILED } from '#src/application/imc/users/user-form-messages.ts'
import type { AttachedFile } from '#src/domain/attachment.ts'
import { CONTRACT_EXTENSIONS } from '#src/domain/imc/requests/attachments.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { useImc } from '#src/ui/imc/use-imc.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'
import { FileField } from '#src/ui/parts/file-field.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { useErrorFocus } from '#src/ui/parts/use-error-focus.ts'

interface FieldProps extends Pick<ComponentProps<typeof FileField>, 'rule'> {
  readonly state: ContractState
  readonly error: string | null
  readonly hint?: string
  readonly onChoose: (file: AttachedFile) => void
  readonly onRemove: () => void
  readonly onRetry?: () => void
}

/** The contract of an administrator (§5, D29). */
export const ContractField = (props: FieldProps) => (
  <FileField
    {...props}
    label="Contrato"
    hint={props.hint ?? 'PDF, DOCX o XLSX, máximo 500 KB.'}
    extensions={CONTRACT_EXTENSIONS}
    messages={CONTRACT_MESSAGES}
  />
)

interface Props {
  readonly user: EntityUser
  /** `mayHaveChanged` is true after an upload started: the caller must reload the list. */
  readonly onClose: (mayHaveChanged: boolean) => void
  readonly onSaved: (texts: SavedTexts) => void
}

/** Uploads the missing contract of an existing administrator. */
export function ContractDialog({ user, onClose, onSaved }: Props) {
  const { createContract } = useImc()
  const [view] = useState(() => createContract(user.id))
  const { contract, error, done, sent } = useSelector(view, (state) => state)
  const close = () => onClose(sent)
  const busy = contract.kind === 'uploading'
  const body = useRef<HTMLDivElement>(null)
  const focusFirstError = useErrorFocus()
  function submit() {
    view.submit()
    focusFirstError(body.current)
  }
  const finish = useEffectEvent(() => {
    onSaved({ lead: CONTRACT_UPLOADED, rest: '', name: user.name })
    onClose(true)
  })
  useEffect(() => {
    if (done) finish()
  }, [done])
  return (
    <Dialog
      title="Cargar contrato"
      context={user.name}
      size="reader"
      dirty={contract.kind !== 'missing'}
      busy={busy}
      onClose={close}
      actions={
        <>
          <CloseButton>Cancelar</CloseButton>
          <Button variant="primary" aria-busy={busy} onClick={submit}>
            Cargar contrato
          </Button>
        </>
      }
    >
      <div className="grid gap-3" ref={body}>
        {contract.kind === 'failed' && <Notice icon="warning" tone="err" lead={CONTRACT_FAILED} />}
        <ContractField
          state={contract}
          error={error}
          onChoose={view.choose}
          onRemove={view.remove}
          onRetry={view.submit}
        />
      </div>
    </Dialog>
  )
}
