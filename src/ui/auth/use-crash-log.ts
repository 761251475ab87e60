import { useEffect } from 'react'

import { UNEXPECTED_ANSWER } from '#src/application/platform/log-messages.ts'
import type { Crash } from '#src/domain/identity/abortable-call.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

interface Crashing {
  on(type: 'CRASHED', handler: (crash: Crash) => void): { unsubscribe(): void }
}

/** A question that threw is told to the log; the machine goes on as after a failure. */
export function useCrashLog(actor: Crashing | undefined): void {
  const { logError } = useUseCases()
  useEffect(() => {
    const crashes = actor?.on('CRASHED', ({ error }) => logError(UNEXPECTED_ANSWER, error))
    return () => crashes?.unsubscribe()
  }, [actor, logError])
}
