import { afterEach, expect, test } from 'vitest'

import type { MarketStream } from '#src/application/market/market-stream.ts'
import type { StreamEvent, StreamedDeal } from '#src/domain/live/stream-event.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** A market's stream, and the market it tells of. */
export interface StreamUnderTest {
  readonly stream: MarketStream
  /** A deal that counts is made on spot; gives back how the stream tells it. */
  readonly deal: () => Promise<StreamedDeal>
  /** A deal is annulled; gives back the place of the annulment in the sequence. */
  readonly annul: (deal: StreamedDeal) => Promise<number>
  /** The last event of spot so far. */
  readonly last: () => number
  /** The heartbeat is due. */
  readonly beat: () => void
  /** The sessions of all readers end. */
  readonly close: (reason: string) => void
  /** All connections break. */
  readonly cut: () => void
}

/** What a reader has heard so far, and a way to wait for more. */
function createReader(stream: MarketStream, since: number | null, market: Market = 'spot') {
  const heard: StreamEvent[] = []
  const waiting = new Set<() => void>()
  const leave = stream.follow({ market, since }, (event) => {
    heard.push(event)
    for (const look of [...waiting]) look()
  })
  const until = (done: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!done()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  return {
    heard,
    leave,
    kinds: () => heard.map(({ kind }) => kind).filter((kind) => kind !== 'clock'),
    /** Waits for so many events that are no time. */
    async count(count: number) {
      await until(() => heard.filter(({ kind }) => kind !== 'clock').length >= count)
      return heard.filter(({ kind }) => kind !== 'clock')
    },
    opened: () => until(() => heard.length > 0),
  }
}

/** What any stream of the markets does. `open` gives a market with a stream, `without` a server that has none. */
export function marketStreamContract(
  name: string,
  open: () => Promise<StreamUnderTest>,
  without: () => Promise<MarketStream>,
): void {
  const readers: (() => void)[] = []
  afterEach(() => {
    for (const leave of readers.splice(0)) leave()
  })
  function follow(stream: MarketStream, since: number | null, market?: Market) {
    const reader = createReader(stream, since, market)
    readers.push(reader.leave)
    return reader
  }

  test(`${name}: who follows from the last event hears what comes after it, in order`, async () => {
    const { stream, deal, annul, last } = await open()
    const reader = follow(stream, last())
    await reader.count(1)
    const made = [await deal(), await deal()]
    const sequence = await annul(made[0] ?? (await deal()))
    expect(await reader.count(4)).toEqual([
      { kind: 'opened' },
      ...made.map((one) => ({ kind: 'deal', ...one })),
      { kind: 'annulment', sequence, id: made[0]?.id },
    ])
  })

  test(`${name}: who was away hears first what was missed, each thing once`, async () => {
    const { stream, deal, last } = await open()
    const since = last()
    const missed = [await deal(), await deal()]
    const reader = follow(stream, since)
    await reader.count(3)
    const later = await deal()
    expect(await reader.count(4)).toEqual([
      { kind: 'opened' },
      ...[...missed, later].map((one) => ({ kind: 'deal', ...one })),
    ])
    const again = follow(stream, missed[0]?.sequence ?? 0)
    expect((await again.count(3)).slice(1)).toEqual([missed[1], later].map((one) => ({ kind: 'deal', ...one })))
  })

  test.each([
    ['no place', null],
    ['a place that is unknown', 900_000_000],
  ])(`${name}: who has %s is told the present state`, async (_, since) => {
    const { stream, deal, last } = await open()
    const { price, amount, time } = await deal()
    const reader = follow(stream, since)
    const [, snapshot] = await reader.count(2)
    expect(snapshot).toMatchObject({
      kind: 'snapshot',
      sequence: last(),
      session: '2026-11-20',
      delay: 0,
      close: { close: price, time },
      amounts: { last: amount },
    })
    const next = await deal()
    expect((await reader.count(3))[2]).toEqual({ kind: 'deal', ...next })
  })

  test(`${name}: each market has its own stream`, async () => {
    const { stream, deal, beat, last } = await open()
    const other = follow(stream, last(), 'nextday')
    await other.opened()
    await deal()
    beat()
    const heard = await other.count(2)
    expect(heard.map(({ kind }) => kind).filter((kind) => kind === 'deal')).toEqual([])
  })

  test(`${name}: the heartbeat is told`, async () => {
    const { stream, beat, last } = await open()
    const reader = follow(stream, last())
    await reader.count(1)
    beat()
    expect(await reader.count(2)).toEqual([{ kind: 'opened' }, { kind: 'heartbeat' }])
  })

  test(`${name}: who left hears nothing more`, async () => {
    const { stream, deal, last } = await open()
    const leaving = follow(stream, last())
    const staying = follow(stream, last())
    await Promise.all([leaving.count(1), staying.count(1)])
    leaving.leave()
    await deal()
    await staying.count(2)
    expect(leaving.kinds()).toEqual(['opened'])
  })

  test(`${name}: a session's end is the last thing that is told, with its reason`, async () => {
    const { stream, close, deal, last } = await open()
    const reader = follow(stream, last())
    await reader.count(1)
    close('Su sesión se abrió en otro equipo.')
    expect((await reader.count(2))[1]).toEqual({ kind: 'closed', reason: 'Su sesión se abrió en otro equipo.' })
    const later = follow(stream, last())
    await later.count(1)
    await deal()
    await later.count(2)
    expect(reader.kinds()).toEqual(['opened', 'closed'])
  })

  test(`${name}: a connection that breaks is lost, and that is the end of it`, async () => {
    const { stream, cut, deal, last } = await open()
    const reader = follow(stream, last())
    await reader.count(1)
    cut()
    await reader.count(2)
    const later = follow(stream, last())
    await later.count(1)
    await deal()
    await later.count(2)
    expect(reader.kinds()).toEqual(['opened', 'lost'])
  })

  test(`${name}: a server without a stream is told apart from one that cannot be reached`, async () => {
    const reader = follow(await without(), 4)
    expect(await reader.count(1)).toEqual([{ kind: 'unavailable' }])
  })
}
