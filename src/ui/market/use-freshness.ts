import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { SnapshotFrom } from 'xstate'

import type { Freshness } from '#src/domain/live/freshness.ts'
import { freshnessMachine } from '#src/domain/live/freshness-machine.ts'
import type { Resource } from '#src/ui/market/use-resource.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { usePageState } from '#src/ui/shell/use-page-state.ts'

const verdictOf = ({ context }: SnapshotFrom<typeof freshnessMachine>) => context.verdict

/** How far a resource that is asked for, or told of, every `interval` ms can be trusted (D53), as that changes. */
export function useFreshness({ updatedAt }: Pick<Resource<unknown>, 'updatedAt'>, interval: number): Freshness {
  const { now } = useUseCases()
  const { visible, online } = usePageState()
  const actor = useActorRef(freshnessMachine, { input: { updatedAt, interval, now, visible, online } })
  useEffect(
    () => actor.send({ type: 'TOLD', interval, updatedAt, visible, online }),
    [interval, updatedAt, visible, online, actor],
  )
  return useSelector(actor, verdictOf)
}
