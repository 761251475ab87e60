import { useMachine } from '@xstate/react'
import { useEffect } from 'react'

import type { Freshness } from '#src/domain/market/freshness.ts'
import { freshnessMachine } from '#src/domain/market/freshness-machine.ts'
import { useUseCases } from '#src/ui/use-cases-context.tsx'
import { usePageState } from '#src/ui/use-page-state.ts'
import type { Resource } from '#src/ui/use-resource.ts'

/** How far a resource that is asked for, or told of, every `interval` ms can be trusted (D53), as that changes. */
export function useFreshness({ updatedAt }: Pick<Resource<unknown>, 'updatedAt'>, interval: number): Freshness {
  const { now } = useUseCases()
  const { visible, online } = usePageState()
  const [snapshot, send] = useMachine(freshnessMachine, { input: { updatedAt, interval, now, visible, online } })
  useEffect(
    () => send({ type: 'TOLD', interval, updatedAt, visible, online }),
    [interval, updatedAt, visible, online, send],
  )
  return snapshot.context.verdict
}
