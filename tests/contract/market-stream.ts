import { afterEach, expect, test } from 'vitest'

import type { MarketStream } from '#src/application/market/market-stream.ts'
import type { StreamEvent, StreamedDeal } from '#src/domain/live/stream-event.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** A stream with controls of its market. */
export interface StreamUnderTest {
  readonly stream: MarketStream
  /** Makes a spot deal that the figures count, and returns its event. */
  readonly deal: () => Promise<StreamedDeal>
  /** Annuls a deal and returns the sequence number of the annulment. */
  readonly annul: (deal: StreamedDeal) => Promise<number>
  /** Returns the sequence number of the last spot event. */
  readonly last: () => number
  /** Sends a heartbeat. */
  readonly sendHeartbeat: () => void
  /** Ends the client sessions of all subscribers. */
  readonly close: (reason: string) => void
  /** Breaks all connections. */
  readonly breakConnections: () => void
}

/** Subscribes to a stream, collects its events and can wait for more. */
function createSubscriber(stream: MarketStream, since: number | null, market: Market = 'spot') {
  const received: StreamEvent[] = []
  const checks = new Set<() => void>()
  const close = stream.follow({ market, since }, (event) => {
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
    close,
    listKinds: () => received.map(({ kind }) => kind).filter((kind) => kind !== 'clock'),
    /** Waits for this many events without clock events, and returns all of them. */
    async waitForEvents(count: number) {
      await waitUntil(() => received.filter(({ kind }) => kind !== 'clock').length >= count)
      return received.filter(({ kind }) => kind !== 'clock')
    },
    waitForOpen: () => waitUntil(() => received.length > 0),
  }
}

/**
 * Tests of every market stream. `open` creates a market with a stream.
 * `openWithoutStream` creates a server that has no stream.
 */
export function marketStreamContract(
  name: string,
  open: () => Promise<StreamUnderTest>,
  openWithoutStream: () => Promise<MarketStream>,
): void {
  const subscriptions: (() => void)[] = []
  afterEach(() => {
    for (const close of subscriptions.splice(0)) close()
  })
  function follow(stream: MarketStream, since: number | null, market?: Market) {
    const subscriber = createSubscriber(stream, since, market)
    subscriptions.push(subscriber.close)
    return subscriber
  }

  test(`${name}: a subscriber with the last cursor receives the following events in order`, async () => {
    const { stream, deal, annul, last } = await open()
    const subscriber = follow(stream, last())
    await subscriber.waitForEvents(1)
    const deals = [await deal(), await deal()]
    const sequence = await annul(deals[0] ?? (await deal()))
    expect(await subscriber.waitForEvents(4)).toEqual([
      { kind: 'opened' },
      ...deals.map((one) => ({ kind: 'deal', ...one })),
      { kind: 'annulment', sequence, id: deals[0]?.id },
    ])
  })

  test(`${name}: a subscriber with an older cursor first receives each missed event once`, async () => {
    const { stream, deal, last } = await open()
    const since = last()
    const missed = [await deal(), await deal()]
    const subscriber = follow(stream, since)
    await subscriber.waitForEvents(3)
    const later = await deal()
    expect(await subscriber.waitForEvents(4)).toEqual([
      { kind: 'opened' },
      ...[...missed, later].map((one) => ({ kind: 'deal', ...one })),
    ])
    const again = follow(stream, missed[0]?.sequence ?? 0)
    expect((await again.waitForEvents(3)).slice(1)).toEqual([missed[1], later].map((one) => ({ kind: 'deal', ...one })))
  })

  test.each([
    ['no cursor', null],
    ['an unknown cursor', 900_000_000],
  ])(`${name}: a subscriber with %s receives a snapshot`, async (_, since) => {
    const { stream, deal, last } = await open()
    const { price, amount, time } = await deal()
    const subscriber = follow(stream, since)
    const [, snapshot] = await subscriber.waitForEvents(2)
    expect(snapshot).toMatchObject({
      kind: 'snapshot',
      sequence: last(),
      tradingDay: '2026-11-20',
      delay: 0,
      close: { close: price, time },
      amounts: { last: amount },
    })
    const next = await deal()
    expect((await subscriber.waitForEvents(3))[2]).toEqual({ kind: 'deal', ...next })
  })

  test(`${name}: each market has its own stream`, async () => {
    const { stream, deal, sendHeartbeat, last } = await open()
    const other = follow(stream, last(), 'nextday')
    await other.waitForOpen()
    await deal()
    sendHeartbeat()
    const received = await other.waitForEvents(2)
    expect(received.map(({ kind }) => kind).filter((kind) => kind === 'deal')).toEqual([])
  })

  test(`${name}: a subscriber receives the heartbeat`, async () => {
    const { stream, sendHeartbeat, last } = await open()
    const subscriber = follow(stream, last())
    await subscriber.waitForEvents(1)
    sendHeartbeat()
    expect(await subscriber.waitForEvents(2)).toEqual([{ kind: 'opened' }, { kind: 'heartbeat' }])
  })

  test(`${name}: a closed subscription receives no more events`, async () => {
    const { stream, deal, last } = await open()
    const closedSubscriber = follow(stream, last())
    const openSubscriber = follow(stream, last())
    await Promise.all([closedSubscriber.waitForEvents(1), openSubscriber.waitForEvents(1)])
    closedSubscriber.close()
    await deal()
    await openSubscriber.waitForEvents(2)
    expect(closedSubscriber.listKinds()).toEqual(['opened'])
  })

  test(`${name}: the end of a client session is the last event and has the reason`, async () => {
    const { stream, close, deal, last } = await open()
    const subscriber = follow(stream, last())
    await subscriber.waitForEvents(1)
    close('Su sesión se abrió en otro equipo.')
    expect((await subscriber.waitForEvents(2))[1]).toEqual({
      kind: 'closed',
      reason: 'Su sesión se abrió en otro equipo.',
    })
    const later = follow(stream, last())
    await later.waitForEvents(1)
    await deal()
    await later.waitForEvents(2)
    expect(subscriber.listKinds()).toEqual(['opened', 'closed'])
  })

  test(`${name}: a broken connection emits lost as its last event`, async () => {
    const { stream, breakConnections, deal, last } = await open()
    const subscriber = follow(stream, last())
    await subscriber.waitForEvents(1)
    breakConnections()
    await subscriber.waitForEvents(2)
    const later = follow(stream, last())
    await later.waitForEvents(1)
    await deal()
    await later.waitForEvents(2)
    expect(subscriber.listKinds()).toEqual(['opened', 'lost'])
  })

  test(`${name}: a server without a stream emits unavailable`, async () => {
    const subscriber = follow(await openWithoutStream(), 4)
    expect(await subscriber.waitForEvents(1)).toEqual([{ kind: 'unavailable' }])
  })
}
