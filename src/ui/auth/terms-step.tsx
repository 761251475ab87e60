import { lazy, Suspense, useState } from 'react'
import type { ActorRefFrom } from 'xstate'

import type { LoginFailure } from '#src/application/identity/log-in.ts'
import type { createTermsMachine } from '#src/domain/identity/terms-machine.ts'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'

/** The running terms dialog of a login. */
export type RunningTerms = ActorRefFrom<ReturnType<typeof createTermsMachine<LoginFailure>>>

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
