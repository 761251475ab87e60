import { startTransition, useActionState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Leaves at once; `untold` when the service could not be reached for it. */
export function useSignOut() {
  const { signOut } = useUseCases()
  const [untold, leave] = useActionState(async () => !(await signOut()).ok, false)
  return { untold, leave: () => startTransition(leave) }
}
