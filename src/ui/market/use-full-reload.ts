import { useMachine } from '@xstate/react'
import { useEffect } from 'react'

import { reloadMachine } from '#src/domain/live/reload-machine.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { usePageState } from '#src/ui/shell/use-page-state.ts'

/** Loads the page anew after `interval` ms of it on screen without a live stream, once nobody is in the middle of something (D18). */
export function useFullReload(interval: number, streaming: boolean): void {
  const { now, page } = useUseCases()
  const { visible, online } = usePageState()
  const { busy, reload } = page
  const [, send] = useMachine(reloadMachine, { input: { interval, now, busy, reload, visible, online, streaming } })
  useEffect(() => send({ type: visible ? 'SHOWN' : 'HIDDEN' }), [visible, send])
  useEffect(() => send({ type: online ? 'ONLINE' : 'OFFLINE' }), [online, send])
  useEffect(() => send({ type: streaming ? 'STREAM_STARTED' : 'STREAM_ENDED' }), [streaming, send])
}
