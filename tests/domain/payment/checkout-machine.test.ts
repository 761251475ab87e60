import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import type { Answer, CallFailure } from '#src/domain/call.ts'
import { PROOF_LIFETIME_MS } from '#src/domain/identity/human-check-machine.ts'
import {
  type CheckedAttempt,
  type CheckoutInput,
  type CheckoutOutcome,
  CONFIRMATION_POLL_MS,
  CONFIRMATION_WAIT_MS,
  checkoutMachine,
} from '#src/domain/payment/checkout-machine.ts'
import type { NewOrder, PaymentOrder } from '#src/domain/payment/order.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const PRICE = { plan: 'annual', base: 1_692_209, tax: 321_520, total: 2_013_729 } as const
const NEW_ORDER: NewOrder = { reference: 'MD-2026-000001', access: 'ac-1', ...PRICE }
const UNTOUCHED: PaymentOrder = {
  ...{ reference: NEW_ORDER.reference, ...PRICE, status: 'pending', at: null, email: '' },
  ...{ term: null, card: null, authorization: null, reason: null },
}
const APPROVED: PaymentOrder = { ...UNTOUCHED, status: 'approved' }

interface Calls {
  readonly input?: Partial<CheckoutInput>
  readonly outcome?: CheckoutOutcome
  readonly isLoaded?: boolean
  /** The lifetime of the proof of the human check; null without one. */
  readonly proofMs?: number | null
  /** The result of the first, second, … request for an order. */
  readonly createOrder?: (count: number) => Result<NewOrder, CallFailure>
  /** The order at a number of ms after the window closed. */
  readonly orderAt?: (elapsedMs: number) => Result<PaymentOrder | null, CallFailure>
}

/** Submits the form, and opens the window if the machine waits for it. */
async function pay({
  input,
  outcome = 'closed',
  isLoaded = true,
  proofMs = PROOF_LIFETIME_MS,
  createOrder = () => ok(NEW_ORDER),
  orderAt = () => ok(UNTOUCHED),
}: Calls = {}) {
  const clock = createMemoryClock(toInstant('2026-11-20', '12:43:15'))
  const startedAt = clock.now()
  const reads: number[] = []
  const requests: (readonly [key: string, proof: string])[] = []
  const answer = <T>(result: Result<T, CallFailure>): Answer<T> => ({ ...result, at: clock.now() })
  const actor = createActor(
    checkoutMachine.provide({
      actors: {
        createOrder: fromPromise<Answer<NewOrder>, CheckedAttempt>(async ({ input: { attempt, proof } }) => {
          requests.push([attempt.key, proof.text])
          return answer(createOrder(requests.length))
        }),
        loadProvider: fromPromise(async () => answer(ok(isLoaded))),
        openProvider: fromPromise(async () => answer(ok(outcome))),
        findOrder: fromPromise(async () => {
          reads.push(clock.now() - startedAt)
          return answer(orderAt(clock.now() - startedAt))
        }),
        pageReturn: fromPromise(() => new Promise(() => {})),
      },
    }),
    { clock, input: { plan: 'annual', isAvailable: true, isOverPage: true, ...input } },
  )
  actor.start()
  let proofs = 0
  function solve(lifetimeMs = PROOF_LIFETIME_MS) {
    proofs += 1
    const proof = { text: `prueba-${proofs}`, expiresAt: clock.now() + lifetimeMs }
    actor.send({ type: 'CHECK_SOLVED', proof, at: clock.now() })
  }
  async function submit(email = 'a@nandu.example', newKey = 'k1') {
    actor.send({ type: 'SUBMIT', email, newKey, at: clock.now() })
    await flushPromises()
  }
  if (proofMs !== null) solve(proofMs)
  await submit()
  actor.send({ type: 'OPEN_WINDOW', at: clock.now() })
  await flushPromises()
  const pass = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += SECOND_MS / 2) {
      clock.advance(SECOND_MS / 2)
      await flushPromises()
    }
  }
  return { actor, pass, reads, requests, solve, submit, timerCount: clock.timerCount }
}

test.each([0, 1, 2, 3, 10, 14.5, 15])('a confirmation %d s after the window closed ends attempted (D78)', async (s) => {
  const orderAt = (elapsedMs: number) => ok(elapsedMs >= s * SECOND_MS ? APPROVED : UNTOUCHED)
  const { actor, pass, timerCount } = await pay({ orderAt })
  await pass(CONFIRMATION_WAIT_MS)
  expect(actor.getSnapshot().value).toBe('attempted')
  expect(timerCount()).toBe(0)
})

test('an order without a payment is read until 15 s after the window closed, and ends closed (D78)', async () => {
  const { actor, pass, reads, timerCount } = await pay()
  await pass(CONFIRMATION_WAIT_MS - SECOND_MS)
  expect(actor.getSnapshot().matches('checking')).toBe(true)
  await pass(SECOND_MS)
  expect(actor.getSnapshot().value).toBe('closed')
  expect(reads).toEqual([0, 1, 2, 3, 4, 5].map((count) => count * CONFIRMATION_POLL_MS))
  expect(timerCount()).toBe(0)
})

test.each([
  ['cannot be read', err({ kind: 'unreachable' } as const)],
  ['is not found', ok(null)],
  ['is rejected', ok({ ...UNTOUCHED, status: 'rejected' } as const)],
  ['is pending at the bank', ok({ ...UNTOUCHED, card: 'Visa 1111' })],
])('an order that %s ends attempted', async (_what, result) => {
  const { actor } = await pay({ orderAt: () => result })
  expect(actor.getSnapshot().value).toBe('attempted')
})

test.each<readonly [string, Calls, string]>([
  ['without a provider', { input: { isAvailable: false } }, 'unavailable'],
  ['whose script does not load', { isLoaded: false }, 'blocked'],
  ['whose window is blocked', { outcome: 'blocked' }, 'blocked'],
  ['whose provider has its own page', { input: { isOverPage: false }, outcome: 'leaving' }, 'leaving'],
])('a checkout %s is in the expected state', async (_what, calls, state) => {
  expect((await pay(calls)).actor.getSnapshot().value).toBe(state)
})

test.each([
  ['without a proof', null],
  ['with an expired proof', 0],
])('a submit %s of the human check creates no order (D9)', async (_what, proofMs) => {
  const { actor, requests } = await pay({ proofMs })
  expect(actor.getSnapshot().value).toBe('form')
  expect(requests).toEqual([])
})

test('each request for an order uses a proof of its own, a repeated one too (D9)', async () => {
  const { actor, requests, solve, submit } = await pay({
    outcome: 'blocked',
    createOrder: (count) => (count === 1 ? err({ kind: 'unreachable' }) : ok(NEW_ORDER)),
  })
  expect(actor.getSnapshot().context.solution).toBeNull()
  await submit('a@nandu.example', 'k2')
  expect(requests).toEqual([['k1', 'prueba-1']])
  solve()
  await submit('a@nandu.example', 'k2')
  expect(requests).toEqual([
    ['k1', 'prueba-1'],
    ['k1', 'prueba-2'],
  ])
})

test('a retry of the same order needs no proof, an order of another address does (D9)', async () => {
  const { actor, requests, submit } = await pay({ isLoaded: false })
  await submit()
  expect([actor.getSnapshot().value, requests.length]).toEqual(['blocked', 1])
  await submit('b@nandu.example', 'k2')
  expect([actor.getSnapshot().value, requests.length]).toEqual(['blocked', 1])
})
