import { REFUSED_TITLE } from '#src/application/imc/messages.ts'
import { ConfirmDialog } from '#src/ui/parts/confirm-dialog.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'

/** Why the service refused an action, above the content of its dialog; null shows nothing. */
export const Refusal = ({ text }: { readonly text: string | null }) =>
  text !== null && (
    <div className="mb-3">
      <Notice icon="warning" tone="err" lead={REFUSED_TITLE}>
        {text}
      </Notice>
    </div>
  )

interface Props {
  readonly dialog: {
    readonly title: string
    readonly question: string
    /** What else the change means; null for nothing. */
    readonly warning?: string | null
    /** The text of the confirm button. */
    readonly action: string
    readonly danger: boolean
    readonly busy: boolean
    /** Why the last attempt failed. */
    readonly failure: string | null
  }
  readonly view: { confirm(): void; close(): void }
}

/** Confirms a change of other people's access or sessions, and shows why it was refused. */
export const ChangeDialog = ({ dialog, view }: Props) => (
  <ConfirmDialog
    title={dialog.title}
    action={dialog.action}
    danger={dialog.danger}
    busy={dialog.busy}
    onConfirm={view.confirm}
    onCancel={view.close}
  >
    <Refusal text={dialog.failure} />
    <p>{dialog.question}</p>
    {dialog.warning && <p className="mt-3 font-600">{dialog.warning}</p>}
  </ConfirmDialog>
)
