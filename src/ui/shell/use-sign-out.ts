import { startTransition, useActionState } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Signs out in this browser first; `failed` is true if the service was not informed. */
export function useSignOut() {
  const { signOut } = useUseCases()
  const [failed, submit] = useActionState(async () => !(await signOut()).ok, false)
  return { failed, signOut: () => startTransition(submit) }
}
