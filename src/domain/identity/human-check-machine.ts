import { assign, setup } from 'xstate'

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

/** Events of the check on the page: it was solved, or its solution was lost. */
export type HumanCheckUpdate =
  | { readonly type: 'CHECK_SOLVED'; readonly proof: HumanProof }
  | { readonly type: 'CHECK_LOST' }

/** The events of the page, and `CHECK_SPENT`: an attempt used the proof. */
export type HumanCheckEvent = HumanCheckUpdate | { readonly type: 'CHECK_SPENT' }

/**
 * `round` counts the proofs that were used, lost, expired or refused. The check is shown again for
 * each round.
 */
export interface HumanCheckContext {
  readonly now: () => Instant
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
export const canSubmit = (snapshot: {
  readonly context: { readonly solution: HumanSolution | null; readonly now: () => Instant }
  readonly hasTag: (tag: 'accepts-input') => boolean
}): boolean =>
  snapshot.hasTag('accepts-input') && findUsableProof(snapshot.context.solution, snapshot.context.now()) !== null

/**
 * The state of one human check (D9): `unsolved`, `solved` until the proof expires, `expired`. Only
 * `solved` has a solution. A used proof leads back to `unsolved`, a lost or unusable one to
 * `expired`.
 */
export const humanCheckMachine = setup({
  types: {
    context: {} as HumanCheckContext,
    events: {} as HumanCheckEvent,
    input: {} as { readonly now: () => Instant },
  },
  guards: {
    isUsable: ({ context: { now } }, proof: HumanProof) => findUsableProof({ proof, solvedAt: now() }, now()) !== null,
  },
  actions: {
    storeProof: assign(({ context }, proof: HumanProof) => ({ solution: { proof, solvedAt: context.now() } })),
    dropProof: assign(({ context }) => ({ solution: null, round: context.round + 1 })),
  },
  delays: {
    untilExpiry: ({ context: { solution, now } }) =>
      Math.min((solution?.proof.expiresAt ?? now()) - now(), MAX_TIMER_MS),
  },
}).createMachine({
  id: 'human-check',
  context: ({ input }) => ({ now: input.now, solution: null, round: 0 }),
  initial: 'unsolved',
  on: {
    CHECK_SOLVED: [
      {
        guard: { type: 'isUsable', params: ({ event }) => event.proof },
        target: '.solved',
        actions: { type: 'storeProof', params: ({ event }) => event.proof },
      },
      { target: '.expired', actions: 'dropProof' },
    ],
  },
  states: {
    unsolved: {},
    solved: {
      after: { untilExpiry: { target: 'expired', actions: 'dropProof' } },
      on: {
        CHECK_SPENT: { target: 'unsolved', actions: 'dropProof' },
        CHECK_LOST: { target: 'expired', actions: 'dropProof' },
      },
    },
    expired: {},
  },
})
