import { type ComponentProps, Suspense } from 'react'

import type { TermsDialog } from '#src/ui/auth/terms-dialog.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { useLazyPart } from '#src/ui/parts/use-lazy-part.ts'

type Props = ComponentProps<typeof TermsDialog>

const loadDialog = async () => (await import('#src/ui/auth/terms-dialog.tsx')).TermsDialog

function LoadedDialog(props: Props) {
  const Dialog = useLazyPart(loadDialog)
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}

/** The dialog of the terms. Its code loads on demand, because few logins show the dialog. */
export const TermsStep = (props: Props) => (
  <GuardedRegion>
    <LoadedDialog {...props} />
  </GuardedRegion>
)
