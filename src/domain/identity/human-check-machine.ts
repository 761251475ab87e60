import { assign, setup } from 'xstate'

import { type Answer, declareCall, type Timed } from '#src/domain/call.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Longest delay of a browser timer; a timer with a longer delay fires immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1

/** Lifetime of a proof of the portal's own check, from the issue of its challenge (D9). */
export const PROOF_LIFETIME_MS = 5 * MINUTE_MS

/**
 * Proof that a person solved the check: opaque text, valid for one attempt before `expiresAt` (real
 * clock).
 */
export interface HumanProof {
  readonly text: string
  readonly expiresAt: Instant
}

/** A proof and its arrival time. */
export interface HumanSolution {
  readonly proof: HumanProof
  readonly solvedAt: Instant
}

/**
 * Events of the check on the page. `SOLVE_CHECK` starts the solver of a check that the page
 * renders. The others come from a check that its provider renders: it was solved, its solution was
 * lost, or it cannot be used. `RETRY_CHECK` shows an unavailable check again.
 */
export type HumanCheckUpdate = Timed<
  | { readonly type: 'SOLVE_CHECK' | 'RETRY_CHECK' | 'CHECK_LOST' | 'CHECK_UNAVAILABLE' }
  | { readonly type: 'CHECK_SOLVED'; readonly proof: HumanProof }
>

/** The events of the page, and `CHECK_SPENT`: an attempt used the proof. */
export type HumanCheckEvent = HumanCheckUpdate | Timed<{ readonly type: 'CHECK_SPENT' }>

/**
 * `round` counts the proofs that were used, lost, expired or refused, and the retries. The check is
 * shown again for each round.
 */
export interface HumanCheckContext {
  readonly solution: HumanSolution | null
  readonly round: number
}

/**
 * Returns the proof if it can be used at `now`, else null. Setting the clock back before its
 * arrival also invalidates a proof.
 */
export function findUsableProof(solution: HumanSolution | null, now: Instant): HumanProof | null {
  if (!solution) return null
  return solution.solvedAt <= now && now < solution.proof.expiresAt ? solution.proof : null
}

/** Whether a form's button is enabled: the form accepts input and has an unexpired proof (§4). */
export const canSubmit = (
  snapshot: {
    readonly context: { readonly solution: HumanSolution | null }
    readonly hasTag: (tag: 'accepts-input') => boolean
  },
  now: Instant,
): boolean => snapshot.hasTag('accepts-input') && findUsableProof(snapshot.context.solution, now) !== null

const toCheck = { actions: 'forwardToCheck' } as const

/**
 * The events of the page that a form's machine forwards to its human check. The machine defines the
 * action.
 */
export const HUMAN_CHECK_EVENTS = {
  SOLVE_CHECK: toCheck,
  RETRY_CHECK: toCheck,
  CHECK_SOLVED: toCheck,
  CHECK_LOST: toCheck,
  CHECK_UNAVAILABLE: toCheck,
} as const

const isUsable = (solution: HumanSolution) => findUsableProof(solution, solution.solvedAt) !== null

/**
 * The state of one human check (D9): `unsolved`, `solving`, `unavailable`, `solved` until the proof
 * expires, `expired`. Only `solved` has a solution. A used proof leads back to `unsolved`, a lost
 * or unusable one to `expired`.
 */
export const humanCheckMachine = setup({
  types: {
    context: {} as HumanCheckContext,
    events: {} as HumanCheckEvent,
  },
  actors: { solve: declareCall<void, HumanProof>() },
  guards: {
    isUsable: (_, solution: HumanSolution) => isUsable(solution),
    isSolved: (_, answer: Answer<HumanProof>) => answer.ok && isUsable({ proof: answer.value, solvedAt: answer.at }),
    hasFailed: (_, answer: Answer<HumanProof>) => !answer.ok,
  },
  actions: {
    storeSolution: assign((_, solution: HumanSolution) => ({ solution })),
    storeAnswer: assign((_, answer: Answer<HumanProof>) =>
      answer.ok ? { solution: { proof: answer.value, solvedAt: answer.at } } : {},
    ),
    startRound: assign(({ context }) => ({ solution: null, round: context.round + 1 })),
  },
  delays: {
    untilExpiry: ({ context: { solution } }) =>
      solution ? Math.min(solution.proof.expiresAt - solution.solvedAt, MAX_TIMER_MS) : 0,
  },
}).createMachine({
  id: 'human-check',
  context: { solution: null, round: 0 },
  initial: 'unsolved',
  on: {
    SOLVE_CHECK: '.solving',
    CHECK_UNAVAILABLE: '.unavailable',
    CHECK_SOLVED: [
      {
        guard: { type: 'isUsable', params: ({ event: { proof, at } }) => ({ proof, solvedAt: at }) },
        target: '.solved',
        actions: { type: 'storeSolution', params: ({ event: { proof, at } }) => ({ proof, solvedAt: at }) },
      },
      { target: '.expired', actions: 'startRound' },
    ],
  },
  states: {
    unsolved: {},
    solving: {
      on: { SOLVE_CHECK: {} },
      invoke: {
        src: 'solve',
        onDone: [
          {
            guard: { type: 'isSolved', params: ({ event }) => event.output },
            target: 'solved',
            actions: { type: 'storeAnswer', params: ({ event }) => event.output },
          },
          { guard: { type: 'hasFailed', params: ({ event }) => event.output }, target: 'unavailable' },
          { target: 'expired', actions: 'startRound' },
        ],
      },
    },
    solved: {
      after: { untilExpiry: { target: 'expired', actions: 'startRound' } },
      on: {
        SOLVE_CHECK: {},
        CHECK_UNAVAILABLE: {},
        CHECK_SPENT: { target: 'unsolved', actions: 'startRound' },
        CHECK_LOST: { target: 'expired', actions: 'startRound' },
      },
    },
    unavailable: { on: { RETRY_CHECK: { target: 'unsolved', actions: 'startRound' } } },
    expired: {},
  },
})
