import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import type { Answer, CallFailure } from '#src/domain/call.ts'
import {
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
  /** The order at a number of ms after the window closed. */
  readonly orderAt?: (elapsedMs: number) => Result<PaymentOrder | null, CallFailure>
}

/** Submits the form, and opens the window if the machine waits for it. */
async function pay({ input, outcome = 'closed', isLoaded = true, orderAt = () => ok(UNTOUCHED) }: Calls = {}) {
  const clock = createMemoryClock(toInstant('2026-11-20', '12:43:15'))
  const startedAt = clock.now()
  const reads: number[] = []
  const answer = <T>(result: Result<T, CallFailure>): Answer<T> => ({ ...result, at: clock.now() })
  const actor = createActor(
    checkoutMachine.provide({
      actors: {
        createOrder: fromPromise(async () => answer(ok(NEW_ORDER))),
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
  actor.send({ type: 'SUBMIT', email: 'a@nandu.example', newKey: 'k1', at: clock.now() })
  await flushPromises()
  actor.send({ type: 'OPEN_WINDOW', at: clock.now() })
  await flushPromises()
  const pass = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += SECOND_MS / 2) {
      clock.advance(SECOND_MS / 2)
      await flushPromises()
    }
  }
  return { actor, pass, reads, timerCount: clock.timerCount }
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
