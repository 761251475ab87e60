import { useId } from 'react'
import type { HumanCheckActions, HumanCheckFormState } from '#src/application/identity/human-check.ts'

import { HumanCheckBox } from '#src/ui/auth/human-check-box.tsx'
import { SubmitButton } from '#src/ui/auth/submit-button.tsx'

interface Props {
  readonly state: HumanCheckFormState
  readonly humanCheck: HumanCheckActions
  readonly label: string
  readonly busyLabel: string
  readonly busy: boolean
  /** If omitted, the button submits its form. */
  readonly onPress?: () => void
}

/** The human check and the submit button. A hint explains why the button is disabled. */
export function HumanCheckSubmit({ state, humanCheck, busy, ...button }: Props) {
  const hintId = useId()
  return (
    <div className="grid gap-4.5">
      <HumanCheckBox check={state.check} actions={humanCheck} />
      <SubmitButton {...button} busy={busy} blocked={!state.canSubmit} hintId={hintId} />
      <p className="-mt-3 mb-2.5 min-h-4 text-xs text-muted" id={hintId} role="status">
        {state.hint}
      </p>
    </div>
  )
}
