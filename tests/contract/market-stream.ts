import { afterEach, expect, test } from 'vitest'

import type { MarketStream } from '#src/application/market/ports.ts'
import type { StreamEvent, StreamedDeal } from '#src/domain/live/stream-event.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** A stream with controls of its market. */
export interface StreamUnderTest {
  readonly stream: MarketStream
  /** Appends a spot deal that the figures count, and returns its event. */
  readonly appendDeal: () => Promise<StreamedDeal>
  /** Annuls a deal and returns the sequence number of the annulment. */
  readonly annulDeal: (deal: StreamedDeal) => Promise<number>
  /** Returns the sequence number of the last spot event. */
  readonly readLastSequence: () => number
  /** Sends a heartbeat. */
  readonly sendHeartbeat: () => void
  /** Ends the client sessions of all subscribers. */
  readonly endSessions: (reason: string) => void
  /** Breaks all connections. */
  readonly breakConnections: () => void
}

/** Subscribes to a stream, collects its events and can wait for more. */
function createSubscriber(stream: MarketStream, since: number | null, market: Market = 'spot') {
  const received: StreamEvent[] = []
  const checks = new Set<() => void>()
  const unsubscribe = stream.follow({ market, since }, (event) => {
    received.push(event)
    for (const check of [...checks]) check()
  })
  const waitUntil = (isDone: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isDone()) return
        checks.delete(check)
        resolve()
      }
      checks.add(check)
      check()
    })
  return {
    received,
    unsubscribe,
    listKinds: () => received.map(({ kind }) => kind).filter((kind) => kind !== 'clock'),
    /** Waits until this many events other than clock events have arrived, and returns them. */
    async waitForEvents(count: number) {
      await waitUntil(() => received.filter(({ kind }) => kind !== 'clock').length >= count)
      return received.filter(({ kind }) => kind !== 'clock')
    },
    waitForFirstEvent: () => waitUntil(() => received.length > 0),
  }
}

/**
 * Tests of every market stream. `open` creates a market with a stream. `openWithoutStream` creates a
 * server that has no stream; null if there is no such server.
 */
export function marketStreamContract(
  name: string,
  open: () => Promise<StreamUnderTest>,
  openWithoutStream: (() => Promise<MarketStream>) | null,
): void {
  const subscriptions: (() => void)[] = []
  afterEach(() => {
    for (const unsubscribe of subscriptions.splice(0)) unsubscribe()
  })
  function follow(stream: MarketStream, since: number | null, market?: Market) {
    const subscriber = createSubscriber(stream, since, market)
    subscriptions.push(subscriber.unsubscribe)
    return subscriber
  }

  test(`${name}: a subscriber with the last cursor receives the following events in order`, async () => {
    const { stream, appendDeal, annulDeal, readLastSequence } = await open()
    const subscriber = follow(stream, readLastSequence())
    await subscriber.waitForEvents(1)
    const deals = [await appendDeal(), await appendDeal()]
    const sequence = await annulDeal(deals[0] ?? (await appendDeal()))
    expect(await subscriber.waitForEvents(4)).toEqual([
      { kind: 'opened' },
      ...deals.map((deal) => ({ kind: 'deal', ...deal })),
      { kind: 'annulment', sequence, id: deals[0]?.id },
    ])
  })

  test(`${name}: a subscriber with an older cursor first receives each missed event once`, async () => {
    const { stream, appendDeal, readLastSequence } = await open()
    const since = readLastSequence()
    const missedDeals = [await appendDeal(), await appendDeal()]
    const subscriber = follow(stream, since)
    await subscriber.waitForEvents(3)
    const laterDeal = await appendDeal()
    expect(await subscriber.waitForEvents(4)).toEqual([
      { kind: 'opened' },
      ...[...missedDeals, laterDeal].map((deal) => ({ kind: 'deal', ...deal })),
    ])
    const secondSubscriber = follow(stream, missedDeals[0]?.sequence ?? 0)
    expect((await secondSubscriber.waitForEvents(3)).slice(1)).toEqual(
      [missedDeals[1], laterDeal].map((deal) => ({ kind: 'deal', ...deal })),
    )
  })

  test.each([
    ['no cursor', null],
    ['an unknown cursor', 900_000_000],
  ])(`${name}: a subscriber with %s receives a snapshot`, async (_, since) => {
    const { stream, appendDeal, readLastSequence } = await open()
    const { price, amount, time } = await appendDeal()
    const subscriber = follow(stream, since)
    const [, snapshot] = await subscriber.waitForEvents(2)
    expect(snapshot).toMatchObject({
      kind: 'snapshot',
      sequence: readLastSequence(),
      tradingDay: '2026-11-20',
      delay: 0,
      close: { close: price, time },
      amounts: { last: amount },
    })
    const nextDeal = await appendDeal()
    expect((await subscriber.waitForEvents(3))[2]).toEqual({ kind: 'deal', ...nextDeal })
  })

  test(`${name}: each market has its own stream`, async () => {
    const { stream, appendDeal, sendHeartbeat, readLastSequence } = await open()
    const otherSubscriber = follow(stream, readLastSequence(), 'nextday')
    await otherSubscriber.waitForFirstEvent()
    await appendDeal()
    sendHeartbeat()
    const received = await otherSubscriber.waitForEvents(2)
    expect(received.filter(({ kind }) => kind === 'deal')).toEqual([])
  })

  test(`${name}: a subscriber receives the heartbeat`, async () => {
    const { stream, sendHeartbeat, readLastSequence } = await open()
    const subscriber = follow(stream, readLastSequence())
    await subscriber.waitForEvents(1)
    sendHeartbeat()
    expect(await subscriber.waitForEvents(2)).toEqual([{ kind: 'opened' }, { kind: 'heartbeat' }])
  })

  test(`${name}: a closed subscription receives no more events`, async () => {
    const { stream, appendDeal, readLastSequence } = await open()
    const closedSubscriber = follow(stream, readLastSequence())
    const openSubscriber = follow(stream, readLastSequence())
    await Promise.all([closedSubscriber.waitForEvents(1), openSubscriber.waitForEvents(1)])
    closedSubscriber.unsubscribe()
    await appendDeal()
    await openSubscriber.waitForEvents(2)
    expect(closedSubscriber.listKinds()).toEqual(['opened'])
  })

  test(`${name}: the end of a client session is the last event and has the reason`, async () => {
    const { stream, endSessions, appendDeal, readLastSequence } = await open()
    const subscriber = follow(stream, readLastSequence())
    await subscriber.waitForEvents(1)
    endSessions('Su sesión se abrió en otro equipo.')
    expect((await subscriber.waitForEvents(2))[1]).toEqual({
      kind: 'closed',
      reason: 'Su sesión se abrió en otro equipo.',
    })
    const laterSubscriber = follow(stream, readLastSequence())
    await laterSubscriber.waitForEvents(1)
    await appendDeal()
    await laterSubscriber.waitForEvents(2)
    expect(subscriber.listKinds()).toEqual(['opened', 'closed'])
  })

  test(`${name}: a broken connection emits lost as its last event`, async () => {
    const { stream, breakConnections, appendDeal, readLastSequence } = await open()
    const subscriber = follow(stream, readLastSequence())
    await subscriber.waitForEvents(1)
    breakConnections()
    await subscriber.waitForEvents(2)
    const laterSubscriber = follow(stream, readLastSequence())
    await laterSubscriber.waitForEvents(1)
    await appendDeal()
    await laterSubscriber.waitForEvents(2)
    expect(subscriber.listKinds()).toEqual(['opened', 'lost'])
  })

  if (openWithoutStream === null) return
  test(`${name}: a server without a stream emits unavailable`, async () => {
    const subscriber = follow(await openWithoutStream(), 4)
    expect(await subscriber.waitForEvents(1)).toEqual([{ kind: 'unavailable' }])
  })
}
