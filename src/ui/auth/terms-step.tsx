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

/** Loads the terms dialog on demand; few logins show it. */
export const TermsStep = (props: Props) => (
  <GuardedRegion>
    <LoadedDialog {...props} />
  </GuardedRegion>
)
