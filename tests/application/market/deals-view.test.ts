import { expect, test } from 'vitest'

import { createDealsView, type DealsSource } from '#src/application/market/deals-view.ts'
import type { DayValue } from '#src/application/market/market-gateway.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import { createSubscribers } from '#src/application/platform/view.ts'
import type { IntradaySeries } from '#src/domain/charting/series.ts'
import { createLiveTape } from '#src/domain/live/live-tape.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { OPENING } from '#tests/support/live-market.ts'

type Intraday = ResourceState<DayValue<IntradaySeries>>

const WAITING: Intraday = {
  value: null,
  updatedAt: null,
  receivedAt: null,
  failures: 0,
  failure: null,
  loading: true,
  retry: () => {},
}

const EMPTY = new Float64Array(0)

/** A market whose deals the test adds, one second after the other. */
function createMarket() {
  const subscribers = createSubscribers()
  let tape = createLiveTape()
  let intraday = WAITING
  let sequence = 0
  let tradingDay = '2026-11-20'

  function publish() {
    intraday = { ...WAITING, loading: false, value: { tradingDay, value: tape.series() } }
    subscribers.notify()
  }
  function open(date: string) {
    tape = createLiveTape()
    tape.load({ times: EMPTY, prices: EMPTY, amounts: EMPTY, sequence })
    tradingDay = date
    publish()
  }
  const source: DealsSource = { subscribe: subscribers.subscribe, getSnapshot: () => ({ intraday }) }
  return {
    source,
    open,
    deals(...amounts: readonly number[]) {
      for (const amount of amounts) {
        sequence += 1
        const time = OPENING + sequence * SECOND_MS
        tape.deal({ sequence, id: `op-${sequence}`, time, price: 4_100 + sequence, amount })
      }
      publish()
    },
    annul(id: string) {
      sequence += 1
      tape.annul({ sequence, id })
      publish()
    },
    subscribers: () => subscribers.size,
  }
}

function openList(query = '') {
  const market = createMarket()
  const view = createDealsView(market.source, query)
  let notifications = 0
  const close = view.subscribe(() => {
    notifications += 1
  })
  const amounts = () => {
    const { deals } = view.getSnapshot()
    return Array.from({ length: deals?.count ?? 0 }, (_, index) => deals?.dealAt(index)?.amount)
  }
  const state = () => {
    const { paused, newDeals, total } = view.getSnapshot()
    return { paused, newDeals, total }
  }
  return { ...market, view, close, amounts, state, notifications: () => notifications }
}

test('the list has no deals before the first value and an empty list before the first deal', () => {
  const { view, open } = openList()
  expect(view.getSnapshot().deals).toBeNull()
  open('2026-11-20')
  expect([view.getSnapshot().deals?.count, view.getSnapshot().total]).toEqual([0, 0])
})

test('the newest deal comes first and an annulled one disappears', () => {
  const { open, deals, annul, amounts } = openList()
  open('2026-11-20')
  deals(1_000, 2_000, 3_000)
  expect(amounts()).toEqual([3_000, 2_000, 1_000])
  annul('op-2')
  expect(amounts()).toEqual([3_000, 1_000])
})

test('a paused list does not change, counts new deals and shows them when it resumes', () => {
  const { view, open, deals, amounts, state } = openList()
  open('2026-11-20')
  deals(1_000, 2_000)
  view.pause()
  const shown = view.getSnapshot().deals
  deals(3_000, 4_000)
  expect(view.getSnapshot().deals).toBe(shown)
  expect(state()).toEqual({ paused: 'button', newDeals: 2, total: 2 })
  view.resume()
  expect(amounts()).toEqual([4_000, 3_000, 2_000, 1_000])
  expect(state()).toEqual({ paused: null, newDeals: 0, total: 4 })
})

test('a deal annulled during a pause disappears and is not counted as new', () => {
  const { view, open, deals, annul, amounts, state } = openList()
  open('2026-11-20')
  deals(1_000, 2_000)
  view.pause()
  deals(3_000)
  annul('op-1')
  expect(amounts()).toEqual([2_000])
  expect(state()).toMatchObject({ newDeals: 1 })
})

test('scrolling away from the top pauses the list and scrolling back resumes it', () => {
  const { view, open, deals, state } = openList()
  open('2026-11-20')
  deals(1_000)
  view.scroll(false)
  deals(2_000)
  expect(state()).toMatchObject({ paused: 'scroll', newDeals: 1 })
  view.scroll(true)
  expect(state()).toMatchObject({ paused: null, newDeals: 0 })
})

test('scrolling to the top does not resume a list that the user paused', () => {
  const { view, open, deals, state } = openList()
  open('2026-11-20')
  deals(1_000)
  view.scroll(false)
  deals(2_000)
  view.pause()
  view.scroll(true)
  expect(state()).toEqual({ paused: 'button', newDeals: 1, total: 1 })
})

test('another trading day ends the pause', () => {
  const { view, open, deals, state, amounts } = openList()
  open('2026-11-20')
  deals(1_000)
  view.pause()
  open('2026-11-23')
  expect(state()).toEqual({ paused: null, newDeals: 0, total: 0 })
  deals(5_000)
  expect(amounts()).toEqual([5_000])
})

test('the minimum amount of the address filters the list and the new deals', () => {
  const { view, open, deals, amounts, state } = openList('?vista=velas&minimo=500000')
  open('2026-11-20')
  deals(100_000, 500_000, 499_999, 1_000_000)
  expect(view.getSnapshot().minimum).toEqual({ text: '500.000', amount: 500_000, error: null })
  expect([amounts(), state().total]).toEqual([[1_000_000, 500_000], 4])
  view.pause()
  deals(100_000, 600_000)
  expect(state().newDeals).toBe(1)
})

test('an invalid minimum amount of the address lists every deal and has a message', () => {
  const { view, open, deals, amounts } = openList('minimo=mucho')
  open('2026-11-20')
  deals(100_000, 500_000)
  expect(amounts()).toHaveLength(2)
  expect(view.getSnapshot().minimum).toEqual({
    text: 'mucho',
    amount: 0,
    error: 'Escriba un monto entero, como 500.000. Se muestran todas.',
  })
})

test('an incomplete text does not change the amount, and gets a message once it is confirmed', () => {
  const { view, open, deals, amounts } = openList('minimo=500000')
  open('2026-11-20')
  deals(100_000, 500_000)
  view.typeMinimum('500.')
  expect([amounts(), view.getSnapshot().minimum.error]).toEqual([[500_000], null])
  view.confirmMinimum()
  expect([amounts().length, view.getSnapshot().minimum.error]).toEqual([2, expect.stringContaining('500.000')])
  view.typeMinimum('100.001')
  expect([amounts(), view.getSnapshot().minimum.error]).toEqual([[500_000], null])
  view.confirmMinimum()
  expect(view.getSnapshot().minimum.text).toBe('100.001')
})

test('another amount in the address replaces the typed text, the same amount does not', () => {
  const { view } = openList('minimo=500000')
  view.typeMinimum('500000')
  view.readQuery('minimo=500000')
  expect(view.getSnapshot().minimum.text).toBe('500000')
  view.readQuery('')
  expect(view.getSnapshot().minimum).toEqual({ text: '', amount: 0, error: null })
})

test('another amount ends a pause by scrolling, not one by the user', () => {
  const { view, open, deals, state } = openList()
  open('2026-11-20')
  deals(1_000)
  view.scroll(false)
  view.typeMinimum('10')
  expect(state().paused).toBeNull()
  view.pause()
  view.typeMinimum('20')
  expect(state().paused).toBe('button')
})

test('new deals below the minimum amount notify no subscriber during a pause', () => {
  const { view, open, deals, notifications } = openList('minimo=500000')
  open('2026-11-20')
  deals(600_000)
  view.pause()
  const before = notifications()
  deals(1_000, 2_000)
  expect(notifications()).toBe(before)
})

test('the list unsubscribes from its market with its last subscriber', () => {
  const { close, subscribers } = openList()
  expect(subscribers()).toBe(1)
  close()
  expect(subscribers()).toBe(0)
})
