import { type ComponentProps, lazy, Suspense, useState } from 'react'

import type { TermsDialog } from '#src/ui/auth/terms-dialog.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'

type Props = ComponentProps<typeof TermsDialog>

const lazyDialog = () => lazy(async () => ({ default: (await import('#src/ui/auth/terms-dialog.tsx')).TermsDialog }))

function LoadedDialog(props: Props) {
  const [Dialog] = useState(lazyDialog)
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
