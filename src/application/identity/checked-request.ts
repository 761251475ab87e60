import { createActor } from 'xstate'

import {
  createHumanCheckRunner,
  type HumanCheckActions,
  type HumanCheckFormState,
} from '#src/application/identity/human-check-runner.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { IdentityPorts, Ports } from '#src/application/ports.ts'
import { type CheckedRequestInput, createCheckedRequestMachine } from '#src/domain/identity/checked-request-machine.ts'

/** The state of a request that requires a human check. */
export interface CheckedRequestState<F> extends HumanCheckFormState {
  readonly busy: boolean
  readonly done: boolean
  /** Set after a failed request; `error` is null when the request threw. */
  readonly failure: { readonly error: F | null } | null
}

export interface CheckedRequest<Q, F> {
  readonly humanCheck: HumanCheckActions
  read(): CheckedRequestState<F>
  submit(content: Q): void
  /** Starts a new machine and returns the function that stops it. */
  start(): () => void
}

export type CheckedRequestDeps = Pick<IdentityPorts, 'humanCheck'> & Pick<Ports, 'log' | 'timers'>

/** Runs the checked request machine for a view. */
export function createCheckedRequest<Q, A, F>(
  { humanCheck, log, timers }: CheckedRequestDeps,
  input: CheckedRequestInput<Q, A, F>,
  onChange: () => void,
): CheckedRequest<Q, F> {
  const machine = createCheckedRequestMachine<Q, A, F>()
  const createRequestActor = () => createActor(machine, { clock: timers, input })
  let actor = createRequestActor()
  const checkRunner = createHumanCheckRunner({
    humanCheck,
    log,
    read: () => actor.getSnapshot(),
    send: (event) => actor.send(event),
    onChange,
  })

  return {
    humanCheck: checkRunner,

    read() {
      const state = actor.getSnapshot()
      const busy = state.matches('sending')
      const { result } = state.context
      const failure = state.matches('failed') && result?.ok === false ? { error: result.error } : null
      return { ...checkRunner.toState(busy), busy, done: state.matches('done'), failure }
    },

    submit: (content) => actor.send({ type: 'SUBMIT', content }),

    start() {
      actor = createRequestActor()
      actor.on('CRASHED', ({ error }) => log.error(UNEXPECTED_ERROR, error))
      actor.subscribe(onChange)
      actor.start()
      return () => {
        checkRunner.stop()
        actor.stop()
      }
    },
  }
}
