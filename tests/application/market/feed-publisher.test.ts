import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createFeedPublisher, type FeedValues } from '#src/application/market/feed-publisher.ts'
import type { DayValue } from '#src/application/market/ports.ts'
import { createResource } from '#src/application/platform/resource.ts'
import { createLiveTape } from '#src/domain/live/live-tape.ts'
import type { StreamedSnapshot } from '#src/domain/live/stream-event.ts'
import { ok } from '#src/domain/result.ts'

const DAY = '2026-11-20'
type Close = FeedValues['close']

/** A snapshot whose close has the fields of `close`: a later version may have more of them. */
const toSnapshot = (close: object) => ({ tradingDay: DAY, close, prices: {}, amounts: {} }) as StreamedSnapshot

function openPublisher() {
  const ports = createMemoryPorts()
  const open = <T extends object>() => {
    const resource = createResource<DayValue<T>>(ports, {
      load: async () => ok({ tradingDay: DAY, value: {} as T }),
      interval: null,
    })
    resource.subscribe()
    return resource
  }
  const resources = { close: open<Close['value']>(), prices: open(), amounts: open(), intraday: open() }
  const publisher = createFeedPublisher({
    resources: resources as unknown as Parameters<typeof createFeedPublisher>[0]['resources'],
    tape: createLiveTape(),
    now: ports.clock.now,
    nextFrame: () => () => {},
  })
  return { publisher, readClose: () => resources.close.getSnapshot().value }
}

test('an equal value keeps the object that the panels have', () => {
  const { publisher, readClose } = openPublisher()
  publisher.pushSnapshot(toSnapshot({ close: 4_100, average: 4_098 }))
  const published = readClose()
  publisher.pushSnapshot(toSnapshot({ close: 4_100, average: 4_098 }))
  expect(readClose()).toBe(published)
})

test.each([
  ['one more field', { close: 4_100 }, { close: 4_100, average: 4_098 }],
  ['one field less', { close: 4_100, average: 4_098 }, { close: 4_100 }],
  ['a field instead of an undefined one', { close: undefined }, { average: undefined }],
  ['a longer list', { deals: [4_100] }, { deals: [4_100, 4_101] }],
])('a value with %s is published', (_, before, after) => {
  const { publisher, readClose } = openPublisher()
  publisher.pushSnapshot(toSnapshot(before))
  publisher.pushSnapshot(toSnapshot(after))
  expect(readClose()?.value).toBe(after)
})
