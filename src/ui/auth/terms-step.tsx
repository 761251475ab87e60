import type { ComponentProps } from 'react'

import type { TermsDialog } from '#src/ui/auth/terms-dialog.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { useLoadedPart } from '#src/ui/parts/use-loaded-part.ts'

type Props = ComponentProps<typeof TermsDialog>

const loadDialog = async () => (await import('#src/ui/auth/terms-dialog.tsx')).TermsDialog

function LazyDialog(props: Props) {
  const Dialog = useLoadedPart(loadDialog)
  return Dialog && <Dialog {...props} />
}

/** The dialog of the terms. Its code loads on demand, because few logins show the dialog. */
export const TermsStep = (props: Props) => (
  <GuardedRegion>
    <LazyDialog {...props} />
  </GuardedRegion>
)
