import { lazy, Suspense, useState } from 'react'

import type { RunningTerms } from '#src/ui/auth/terms-dialog.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'

interface Props {
  readonly terms: RunningTerms
}

const lazyDialog = () => lazy(async () => ({ default: (await import('#src/ui/auth/terms-dialog.tsx')).TermsDialog }))

function FetchedDialog({ terms }: Props) {
  const [TermsDialog] = useState(lazyDialog)
  return (
    <Suspense>
      <TermsDialog terms={terms} />
    </Suspense>
  )
}

/** Brings the dialog when there is something to accept; few logins need it. */
export const TermsStep = ({ terms }: { readonly terms: RunningTerms | undefined }) =>
  terms ? (
    <GuardedRegion>
      <FetchedDialog terms={terms} />
    </GuardedRegion>
  ) : null
