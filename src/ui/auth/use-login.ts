import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { useLocation } from 'wouter'

import type { LoginFailure } from '#src/application/identity/log-in.ts'
import { createLoginMachine, type LoginInput } from '#src/domain/identity/login-machine.ts'
import { toDashboardAccess } from '#src/domain/identity/session.ts'
import { useCrashLog } from '#src/ui/auth/use-crash-log.ts'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { PATHS } from '#src/ui/shell/routes.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Keeping the session makes this page one for visitors alone, so whoever was let in is taken along in the same moment. */
function useInput(): LoginInput<LoginFailure> {
  const { logIn } = useIdentity()
  const { clientSession } = useUseCases()
  const [, navigate] = useLocation()
  return {
    ...logIn,
    storeSession(session, remember) {
      const stored = logIn.storeSession(session, remember)
      const access = toDashboardAccess(clientSession.getSnapshot().context.status)
      if (access !== 'signed-out') {
        navigate(access === 'granted' ? PATHS.dashboard : PATHS.expiredPassword, { replace: true })
      }
      return stored
    },
  }
}

/** The running login (§4, D5). */
export function useLogin() {
  const [machine] = useState(() => createLoginMachine<LoginFailure>())
  const input = useInput()
  const [snapshot, send, actor] = useMachine(machine, { input })
  useCrashLog(actor)
  useCrashLog(snapshot.children.terms)
  return { snapshot, send }
}

export type RunningLogin = ReturnType<typeof useLogin>
