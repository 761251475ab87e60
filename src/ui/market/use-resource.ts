import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'

import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { UNEXPECTED_ANSWER } from '#src/application/platform/log-messages.ts'
import { createRefreshMachine, type RefreshSource } from '#src/domain/live/refresh-machine.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { useAnsweredAt } from '#src/ui/market/use-answered-at.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { usePageState } from '#src/ui/shell/use-page-state.ts'

/** What a panel sees of something that is kept fresh. */
export interface Resource<T> {
  readonly value: T | null
  /** Of the real clock. */
  readonly updatedAt: Instant | null
  /** When the value came, in the market's time. */
  readonly answeredAt: Instant | null
  /** Failures in a row since the last value. */
  readonly failures: number
  /** The last of them; null as well when it was none that anybody foresaw. */
  readonly failure: GatewayFailure | null
  readonly loading: boolean
  readonly retry: () => void
}

export type Load<T> = RefreshSource<T, GatewayFailure>['load']

/**
 * Keeps what `load` answers fresh for as long as the component is on screen, every `interval` ms (D18). Another `load` is
 * another source: the old value goes, so it must be the same function from one drawing to the next.
 */
export function useResource<T>(load: Load<T>, interval: number): Resource<T> {
  const { now, marketStatus, logError } = useUseCases()
  const { visible, online } = usePageState()
  const [machine] = useState(() => createRefreshMachine<T, GatewayFailure>())
  const [snapshot, send, actor] = useMachine(machine, { input: { load, interval, now, visible, online } })
  const { context } = snapshot
  const answeredAt = useAnsweredAt(context.updatedAt, marketStatus('spot').now)

  useEffect(() => send({ type: visible ? 'SHOWN' : 'HIDDEN' }), [visible, send])
  useEffect(() => send({ type: online ? 'ONLINE' : 'OFFLINE' }), [online, send])
  useEffect(() => {
    const current = actor.getSnapshot().context
    if (current.load !== load || current.interval !== interval) send({ type: 'SOURCE_CHANGED', load, interval })
  }, [actor, load, interval, send])
  useEffect(() => {
    const crashes = actor.on('CRASHED', ({ error }) => logError(UNEXPECTED_ANSWER, error))
    return () => crashes.unsubscribe()
  }, [actor, logError])

  return {
    value: context.value,
    updatedAt: context.updatedAt,
    answeredAt,
    failures: context.failures,
    failure: context.failure,
    loading: snapshot.matches('loading') || snapshot.matches('refreshing'),
    retry: () => send({ type: 'RETRY' }),
  }
}
