import { expect, test } from 'vitest'
import { createReadDaysVersion } from '#server/market/days-version.ts'
import type { MarketDays } from '#server/market/market-days.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'

/** A market whose days are only counted. */
function createCountedDays() {
  const counts = new Map<BogotaDate, number>()
  const days: Pick<MarketDays, 'changes' | 'countChanges'> = {
    get changes() {
      return [...counts.values()].reduce((sum, count) => sum + count, 0)
    },
    countChanges: (date) => counts.get(date) ?? 0,
  }
  return { days, change: (date: BogotaDate) => counts.set(date, days.countChanges(date) + 1) }
}

function createVersions() {
  const [spot, nextday] = [createCountedDays(), createCountedDays()]
  const certified = { version: 0, trm: 4_000 }
  const reads: BogotaDate[] = []
  const read = createReadDaysVersion({
    marketDays: { spot: spot.days, nextday: nextday.days },
    trmVersion: () => certified.version,
    trmInForce(date) {
      reads.push(date)
      return certified.trm
    },
  })
  return { spot, nextday, certified, reads, read: () => read({ from: '2026-11-18', until: '2026-11-19' }) }
}

test('a version changes with each market and with the TRMs of its days, and with nothing else', () => {
  const { spot, nextday, certified, read } = createVersions()
  const versions = [read()]
  for (const change of [() => spot.change('2026-11-18'), () => nextday.change('2026-11-19')]) {
    change()
    versions.push(read())
  }
  Object.assign(certified, { version: 1, trm: 4_001 })
  versions.push(read())
  expect(new Set(versions).size).toBe(4)
  spot.change('2026-11-20')
  Object.assign(certified, { version: 2 })
  expect(read()).toBe(versions.at(-1))
})

test('each request of a page computes nothing until a day or a TRM changes', () => {
  const { spot, certified, reads, read } = createVersions()
  for (let request = 0; request < 5; request += 1) read()
  expect(reads).toEqual(['2026-11-18', '2026-11-19'])
  spot.change('2026-11-20')
  read()
  certified.version = 1
  read()
  expect(reads).toHaveLength(6)
})
