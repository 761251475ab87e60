import { startTransition, useActionState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Signs out in this browser, then at the service. `hasSignOutFailed` means the second step. */
export function useSignOut() {
  const { signOut } = useUseCases()
  const [hasSignOutFailed, submit] = useActionState(async () => !(await signOut()).ok, false)
  return { hasSignOutFailed, signOut: () => startTransition(submit) }
}
