import type { AttachedFile } from '#src/application/imc/requests/attached-file.ts'
import type { ContractState } from '#src/application/imc/users/contract-upload.ts'
import { CONTRACT_MESSAGES } from '#src/application/imc/users/user-form-messages.ts'
import { CONTRACT_EXTENSIONS } from '#src/domain/imc/requests/attachments.ts'
import { FileField } from '#src/ui/parts/file-field.tsx'

interface Props {
  readonly state: ContractState
  readonly error: string | null
  readonly hint?: string
  readonly onChoose: (file: AttachedFile) => void
  readonly onRemove: () => void
  readonly onRetry?: () => void
}

/** The contract of an administrator (§5, D29). */
export const ContractField = (props: Props) => (
  <FileField
    {...props}
    label="Contrato"
    hint={props.hint ?? 'PDF, DOCX o XLSX, máximo 500 KB.'}
    extensions={CONTRACT_EXTENSIONS}
    messages={CONTRACT_MESSAGES}
  />
)
