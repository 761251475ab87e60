import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ActorRefFrom } from 'xstate'

import { HUMAN_CHECK_EXPIRED, HUMAN_CHECK_NEEDED } from '#src/application/identity/login-messages.ts'
import {
  canSubmit,
  type HumanCheckContext,
  type HumanCheckUpdate,
  type humanCheckMachine,
} from '#src/domain/identity/human-check-machine.ts'
import { HumanBox } from '#src/ui/auth/human-box.tsx'
import { SubmitButton } from '#src/ui/auth/submit-button.tsx'

/** What a machine with a human check inside tells of itself. */
interface Guarded {
  readonly context: Pick<HumanCheckContext, 'solution' | 'round' | 'now'>
  readonly hasTag: (tag: 'open') => boolean
  readonly children: { readonly 'human-check'?: ActorRefFrom<typeof humanCheckMachine> | undefined }
}

interface Props {
  readonly form: Guarded
  readonly onFact: (fact: HumanCheckUpdate) => void
  readonly label: string
  readonly busyLabel: string
  readonly busy: boolean
  /** Without it the button sends its form. */
  readonly onPress?: () => void
}

/** The human check and the button that waits for it, which says why it waits. */
export function CheckedSubmit({ form, onFact, busy, ...button }: Props) {
  const whyId = useId()
  const expired = useSelector(form.children['human-check'], (check) => check?.matches('expired') ?? false)
  const blocked = !canSubmit(form)
  const why = expired ? HUMAN_CHECK_EXPIRED : HUMAN_CHECK_NEEDED
  return (
    <div className="checked">
      <HumanBox solution={form.context.solution} round={form.context.round} onFact={onFact} />
      <SubmitButton {...button} busy={busy} blocked={blocked} describedBy={whyId} />
      <p className="hint" id={whyId} role="status">
        {blocked && !busy && why}
      </p>
    </div>
  )
}
