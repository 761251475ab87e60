import { expect, test } from 'vitest'

import { createDealsView } from '#src/application/market/deals.ts'
import type { DayValue } from '#src/application/market/ports.ts'
import { createRefreshable } from '#src/application/platform/readable.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import { createLiveTape } from '#src/domain/live/live-tape.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'
import { OPENING } from '#tests/support/live-market.ts'

type Intraday = ResourceState<DayValue<IntradaySeries>>

const LOADING: Intraday = {
  value: null,
  updatedAt: null,
  receivedAt: null,
  failures: 0,
  failure: null,
  stale: false,
  loading: true,
  userRetry: 'none',
  retry: () => {},
}

const EMPTY_COLUMN = new Float64Array(0)

/** Creates a market. `addDeals` adds deals at intervals of one second. */
function createMarket() {
  let subscriberCount = 0
  let tape = createLiveTape()
  let intraday = LOADING
  let sequence = 0
  let tradingDay = '2026-11-20'

  function publish() {
    intraday = { ...LOADING, loading: false, value: { tradingDay, value: tape.series() } }
    source.refresh()
  }
  function openTradingDay(date: string) {
    tape = createLiveTape()
    tape.load({ times: EMPTY_COLUMN, prices: EMPTY_COLUMN, amounts: EMPTY_COLUMN, sequence })
    tradingDay = date
    publish()
  }
  const source = createRefreshable(
    () => ({ intraday }),
    () => {
      subscriberCount += 1
      return () => {
        subscriberCount -= 1
      }
    },
  )
  return {
    source,
    openTradingDay,
    addDeals(...amounts: readonly number[]) {
      for (const amount of amounts) {
        sequence += 1
        const time = OPENING + sequence * SECOND_MS
        tape.receiveDeal({ sequence, id: `op-${sequence}`, time, price: 4_100 + sequence, amount })
      }
      publish()
    },
    annul(id: string) {
      sequence += 1
      tape.receiveAnnulment({ sequence, id })
      publish()
    },
    subscriberCount: () => subscriberCount,
  }
}

function openList(query = '') {
  const market = createMarket()
  const view = createDealsView(market.source, query)
  let notifications = 0
  const unsubscribe = view.subscribe(() => {
    notifications += 1
  }).unsubscribe
  const readAmounts = () => {
    const { deals } = view.getSnapshot()
    return Array.from({ length: deals?.count ?? 0 }, (_, index) => deals?.dealAt(index)?.amount)
  }
  const readState = () => {
    const { pauseReason, newDeals, total } = view.getSnapshot()
    return { pauseReason, newDeals, total }
  }
  return { ...market, view, unsubscribe, readAmounts, readState, notifications: () => notifications }
}

test('deals is null before the first value and empty before the first deal', () => {
  const { view, openTradingDay } = openList()
  expect(view.getSnapshot().deals).toBeNull()
  openTradingDay('2026-11-20')
  expect([view.getSnapshot().deals?.count, view.getSnapshot().total]).toEqual([0, 0])
})

test('the list shows the newest deal first and removes an annulled deal', () => {
  const { openTradingDay, addDeals, annul, readAmounts } = openList()
  openTradingDay('2026-11-20')
  addDeals(1_000, 2_000, 3_000)
  expect(readAmounts()).toEqual([3_000, 2_000, 1_000])
  annul('op-2')
  expect(readAmounts()).toEqual([3_000, 1_000])
})

test('a paused list counts new deals and shows the new deals after resume', () => {
  const { view, openTradingDay, addDeals, readAmounts, readState } = openList()
  openTradingDay('2026-11-20')
  addDeals(1_000, 2_000)
  view.pause()
  const pausedDeals = view.getSnapshot().deals
  addDeals(3_000, 4_000)
  expect(view.getSnapshot().deals).toBe(pausedDeals)
  expect(readState()).toEqual({ pauseReason: 'button', newDeals: 2, total: 2 })
  view.resume()
  expect(readAmounts()).toEqual([4_000, 3_000, 2_000, 1_000])
  expect(readState()).toEqual({ pauseReason: null, newDeals: 0, total: 4 })
})

test('a paused list removes an annulled deal', () => {
  const { view, openTradingDay, addDeals, annul, readAmounts, readState } = openList()
  openTradingDay('2026-11-20')
  addDeals(1_000, 2_000)
  view.pause()
  addDeals(3_000)
  annul('op-1')
  expect(readAmounts()).toEqual([2_000])
  expect(readState()).toMatchObject({ newDeals: 1 })
})

test('scrolling away from the top pauses the list, and scrolling back resumes the list', () => {
  const { view, openTradingDay, addDeals, readState } = openList()
  openTradingDay('2026-11-20')
  addDeals(1_000)
  view.scroll(false)
  addDeals(2_000)
  expect(readState()).toMatchObject({ pauseReason: 'scroll', newDeals: 1 })
  view.scroll(true)
  expect(readState()).toMatchObject({ pauseReason: null, newDeals: 0 })
})

test('scrolling to the top does not resume a list that the user paused', () => {
  const { view, openTradingDay, addDeals, readState } = openList()
  openTradingDay('2026-11-20')
  addDeals(1_000)
  view.scroll(false)
  addDeals(2_000)
  view.pause()
  view.scroll(true)
  expect(readState()).toEqual({ pauseReason: 'button', newDeals: 1, total: 1 })
})

test('another trading day ends the pause', () => {
  const { view, openTradingDay, addDeals, readState, readAmounts } = openList()
  openTradingDay('2026-11-20')
  addDeals(1_000)
  view.pause()
  openTradingDay('2026-11-23')
  expect(readState()).toEqual({ pauseReason: null, newDeals: 0, total: 0 })
  addDeals(5_000)
  expect(readAmounts()).toEqual([5_000])
})

test('the minimum amount of the query filters the list and the new deals', () => {
  const { view, openTradingDay, addDeals, readAmounts, readState } = openList('?vista=velas&minimo=500000')
  openTradingDay('2026-11-20')
  addDeals(100_000, 500_000, 499_999, 1_000_000)
  expect(view.getSnapshot().minimum).toEqual({ text: '500.000', amount: 500_000, error: null })
  expect([readAmounts(), readState().total]).toEqual([[1_000_000, 500_000], 4])
  view.pause()
  addDeals(100_000, 600_000)
  expect(readState().newDeals).toBe(1)
})

test('an invalid minimum amount of the query lists every deal and shows a message', () => {
  const { view, openTradingDay, addDeals, readAmounts } = openList('minimo=mucho')
  openTradingDay('2026-11-20')
  addDeals(100_000, 500_000)
  expect(readAmounts()).toHaveLength(2)
  expect(view.getSnapshot().minimum).toEqual({
    text: 'mucho',
    amount: 0,
    error: 'Escriba un monto entero, como 500.000. Se muestran todas.',
  })
})

test('an incomplete amount changes the filter and shows a message only when it is confirmed', () => {
  const { view, openTradingDay, addDeals, readAmounts } = openList('minimo=500000')
  openTradingDay('2026-11-20')
  addDeals(100_000, 500_000)
  view.typeMinimum('500.')
  expect([readAmounts(), view.getSnapshot().minimum.error]).toEqual([[500_000], null])
  view.confirmMinimum()
  expect([readAmounts().length, view.getSnapshot().minimum.error]).toEqual([2, expect.stringContaining('500.000')])
  view.typeMinimum('100.001')
  expect([readAmounts(), view.getSnapshot().minimum.error]).toEqual([[500_000], null])
  view.confirmMinimum()
  expect(view.getSnapshot().minimum.text).toBe('100.001')
})

test('applyQuery replaces the typed text only when the amount differs', () => {
  const { view } = openList('minimo=500000')
  view.typeMinimum('500000')
  view.applyQuery('minimo=500000')
  expect(view.getSnapshot().minimum.text).toBe('500000')
  view.applyQuery('')
  expect(view.getSnapshot().minimum).toEqual({ text: '', amount: 0, error: null })
})

test('another minimum amount ends a pause that scrolling started, but not a pause that the button started', () => {
  const { view, openTradingDay, addDeals, readState } = openList()
  openTradingDay('2026-11-20')
  addDeals(1_000)
  view.scroll(false)
  view.typeMinimum('10')
  expect(readState().pauseReason).toBeNull()
  view.pause()
  view.typeMinimum('20')
  expect(readState().pauseReason).toBe('button')
})

test('new deals below the minimum amount notify no subscriber during a pause', () => {
  const { view, openTradingDay, addDeals, notifications } = openList('minimo=500000')
  openTradingDay('2026-11-20')
  addDeals(600_000)
  view.pause()
  const before = notifications()
  addDeals(1_000, 2_000)
  expect(notifications()).toBe(before)
})

test('the list unsubscribes from its market with its last subscriber', () => {
  const { unsubscribe, subscriberCount } = openList()
  expect(subscriberCount()).toBe(1)
  unsubscribe()
  expect(subscriberCount()).toBe(0)
})
