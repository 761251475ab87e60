import type { SnapshotFrom } from 'xstate'

import type { HumanCheck, HumanCheckListener } from '#src/application/identity/ports.ts'
import { createCaller, createFlow, type FlowDeps, type Untimed } from '#src/application/platform/flow.ts'
import type { Clock, Timers } from '#src/application/platform/ports.ts'
import { createReadable, type Readable } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import {
  type CheckedReply,
  type CheckedRequest,
  createCheckedRequestMachine,
} from '#src/domain/identity/checked-request-machine.ts'
import {
  canSubmit,
  type HumanCheckContext,
  type HumanCheckUpdate,
  type HumanSolution,
  humanCheckMachine,
} from '#src/domain/identity/human-check-machine.ts'
import { err, type Result } from '#src/domain/result.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Why the submit button is disabled (§4). */
const HUMAN_CHECK_NEEDED = 'El botón se activa al completar la verificación.'
const HUMAN_CHECK_EXPIRED = 'La verificación venció. Complétela de nuevo.'
export const HUMAN_CHECK_UNAVAILABLE = 'No pudimos cargar la verificación. Inténtelo de nuevo.'

/** The state of a form's human check, for the UI (D9). */
export interface HumanCheckState {
  readonly status: 'unsolved' | 'solving' | 'solved' | 'unavailable'
  /** The proof and its arrival time; null without an unused and unexpired proof. */
  readonly solution: HumanSolution | null
  /** Changes when the UI must show a new check. */
  readonly round: number
}

/** The part of a form's snapshot that depends on the human check. */
export interface HumanCheckFormState {
  readonly check: HumanCheckState
  readonly canSubmit: boolean
  /** Why the submit button is disabled (§4); null when it is enabled or the form is busy. */
  readonly hint: string | null
}

/** The whole seconds until a proof expires. */
export type CountdownView = Readable<{ readonly seconds: number }>

/** The actions of the human check. */
export interface HumanCheckActions {
  /** The configured check, which decides what the page renders. */
  readonly port: HumanCheck
  /** Starts the solver of a check that the page renders, unless it runs or has a solution. */
  solve(): void
  /** Shows an unavailable check again. */
  retry(): void
  /** Receives the events of a check that the provider renders. */
  readonly listener: HumanCheckListener
  /** Counts the seconds until the proof expires. */
  createCountdown(until: Instant): CountdownView
}

/** The snapshot of a form's machine, with the human check as child. */
interface CheckedSnapshot {
  readonly context: HumanCheckContext
  readonly hasTag: (tag: 'accepts-input') => boolean
  readonly children: {
    readonly 'human-check'?: { getSnapshot(): SnapshotFrom<typeof humanCheckMachine> } | undefined
  }
}

type Caller = ReturnType<typeof createCaller>

/** Lets the machine of the human check call the configured solver. */
export const provideHumanCheck = (port: HumanCheck, call: Caller): typeof humanCheckMachine =>
  humanCheckMachine.provide({
    actors: {
      solve: call(async (_, signal) =>
        port.kind === 'proof-of-work' ? port.solve(signal) : err({ kind: 'unreachable' }),
      ),
    },
  })

export const createHumanCheckActions = (
  port: HumanCheck,
  send: (event: Untimed<HumanCheckUpdate>) => void,
  deps: CountdownDeps,
): HumanCheckActions => ({
  port,
  solve() {
    if (port.kind === 'proof-of-work') send({ type: 'SOLVE_CHECK' })
  },
  retry: () => send({ type: 'RETRY_CHECK' }),
  listener: {
    onSolved: (proof) => send({ type: 'CHECK_SOLVED', proof }),
    onLost: () => send({ type: 'CHECK_LOST' }),
    onUnavailable: () => send({ type: 'CHECK_UNAVAILABLE' }),
  },
  createCountdown: (until) => createCountdownView(until, deps),
})

const STATUSES = ['solving', 'unavailable'] as const

/** Reads the human check of a form's machine. */
export function toHumanCheckForm(snapshot: CheckedSnapshot, now: Instant, busy: boolean): HumanCheckFormState {
  const { solution, round } = snapshot.context
  const check = snapshot.children['human-check']?.getSnapshot()
  const isReady = canSubmit(snapshot, now)
  const hint = check?.matches('expired') ? HUMAN_CHECK_EXPIRED : HUMAN_CHECK_NEEDED
  const status = solution ? 'solved' : (STATUSES.find((state) => check?.matches(state)) ?? 'unsolved')
  return { check: { status, solution, round }, canSubmit: isReady, hint: isReady || busy ? null : hint }
}

/** The state of a request that requires a human check. */
interface CheckedFormState extends HumanCheckFormState {
  readonly busy: boolean
  readonly done: boolean
  /** Set after a failed request; `cause` is null when the service refused it. */
  readonly failure: { readonly cause: CallFailure | null } | null
}

interface CheckedForm<Q> extends Readable<CheckedFormState> {
  readonly humanCheck: HumanCheckActions
  submit(content: Q): void
}

/** Sends one request with its proof. */
type SendChecked<Q> = (request: CheckedRequest<Q>, signal: AbortSignal) => Promise<Result<CheckedReply, CallFailure>>

export interface CheckedFormDeps extends FlowDeps {
  readonly humanCheck: HumanCheck
}

/** Creates the flow of a form that sends one request with a human check (D44). */
export function createCheckedForm<Q>({ humanCheck, ...deps }: CheckedFormDeps, send: SendChecked<Q>): CheckedForm<Q> {
  const call = createCaller(deps)
  const machine = createCheckedRequestMachine<Q>().provide({
    actors: {
      humanCheck: provideHumanCheck(humanCheck, call),
      send: call(send),
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => undefined,
    select(state): CheckedFormState {
      const busy = state.matches('sending')
      const { answer } = state.context
      return {
        ...toHumanCheckForm(state, deps.clock.now(), busy),
        busy,
        done: state.matches('done'),
        failure: state.matches('failed') ? { cause: answer?.ok === false ? answer.error : null } : null,
      }
    },
  })
  return {
    ...flow,
    humanCheck: createHumanCheckActions(humanCheck, flow.send, deps),
    submit: (content) => flow.send({ type: 'SUBMIT', content }),
  }
}

/** Whole seconds left until an instant, rounded up; 0 after the instant. */
export const secondsLeft = (until: Instant, now: Instant): number => Math.max(0, Math.ceil((until - now) / SECOND_MS))

interface CountdownDeps {
  readonly clock: Clock
  readonly timers: Timers
}

/** Counts the whole seconds until an instant; notifies once a second. */
export function createCountdownView(until: Instant, { clock, timers }: CountdownDeps): CountdownView {
  return createReadable(
    () => ({ seconds: secondsLeft(until, clock.now()) }),
    (changed) => {
      let timer: unknown
      function schedule() {
        const left = until - clock.now()
        if (left <= 0) return
        timer = timers.setTimeout(
          () => {
            changed()
            schedule()
          },
          left % SECOND_MS || SECOND_MS,
        )
      }
      schedule()
      return () => timers.clearTimeout(timer)
    },
  )
}
