import { startTransition, useActionState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Signs out at once; `unreported` is true if the service could not be reached. */
export function useSignOut() {
  const { signOut } = useUseCases()
  const [unreported, submit] = useActionState(async () => !(await signOut()).ok, false)
  return { unreported, signOut: () => startTransition(submit) }
}
