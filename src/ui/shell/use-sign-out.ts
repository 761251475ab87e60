import { startTransition, useActionState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/**
 * Signs out in this browser, then at the service. `hasSignOutFailed` is true if the service did not
 * confirm the sign-out.
 */
export function useSignOut() {
  const { signOut } = useUseCases()
  const [hasSignOutFailed, submit] = useActionState(async () => !(await signOut()).ok, false)
  return { hasSignOutFailed, signOut: () => startTransition(submit) }
}
