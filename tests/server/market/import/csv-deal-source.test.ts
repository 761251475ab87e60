import { readdir, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { DealFileError, readDealRows } from '#server/market/import/deal-csv.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { ENGINES, temporaryDatabase, temporaryFolder } from '#tests/support/databases.ts'
import { openTestMarket, testTime } from '#tests/support/market.ts'
import { testMarketStore } from '#tests/support/market-store.ts'

const FRIDAY = '2026-11-20'
const MONDAY = '2026-11-23'
const HEADER = 'id,mercado,plazo,sector,origen,hora,precio,monto'
const createRow = (id: string, date: string, amount: string | number = 1_000) =>
  `${id},71,0,1,negociada,${date}T09:00:00-05:00,4100.5,${amount}`
const toText = (...rows: readonly string[]) => [HEADER, ...rows, ''].join('\n')

/** More rows than the reader buffers ahead of the parser. */
const MANY_ROWS = Array.from({ length: 20_000 }, (_, index) => createRow(`op-${index}`, FRIDAY))

/** Returns the number of open descriptors of a file. */
async function countDescriptors(file: string): Promise<number> {
  const descriptors = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')),
  )
  return targets.filter((target) => target === file).length
}

/** Reads rows until the file ends or is refused; returns why it is refused. */
async function readAllRows(file: string): Promise<unknown> {
  try {
    for await (const _row of readDealRows(file));
    return null
  } catch (error) {
    return error instanceof DealFileError ? error.kind : error
  }
}

test.each([
  ['with an unclosed quotation mark', toText(createRow('a', FRIDAY), '"', ...MANY_ROWS), 'malformed'],
  ['without a required column', toText(...MANY_ROWS).replace('precio', 'otra'), 'columns'],
])('readDealRows refuses and closes a file %s', async (_what, text, reason) => {
  const file = join(await temporaryFolder(), 'operaciones.csv')
  await writeFile(file, text)
  expect(await readAllRows(file)).toBe(reason)
  await expect.poll(() => countDescriptors(file)).toBe(0)
})

test('readDealRows closes a file when its caller stops early', async () => {
  const file = join(await temporaryFolder(), 'operaciones.csv')
  await writeFile(file, toText(...MANY_ROWS))
  for await (const row of readDealRows(file)) {
    expect(row.ok).toBe(true)
    break
  }
  await expect.poll(() => countDescriptors(file)).toBe(0)
})

test.each(ENGINES)('%s: the market runs while it retries a file that is invalid at midnight', async (engine) => {
  const file = join(await temporaryFolder(), 'operaciones.csv')
  await writeFile(file, toText(createRow('a', FRIDAY)))
  const errors: object[] = []
  const database = await temporaryDatabase(engine)
  const time = testTime(toInstant(FRIDAY, '23:59'))
  const market = await openTestMarket({
    database,
    time,
    env: { MARKET_SOURCE: `csv:${file}`, MARKET_CLOCK: 'real' },
    logger: { warn: () => {}, error: (detail) => errors.push(detail) },
  })
  const tickAfter = async (minutes: number) => {
    time.pass(minutes * MINUTE_MS)
    await market.tick()
  }
  await writeFile(file, toText(createRow('a', FRIDAY), createRow('b', MONDAY, 'mil'), createRow('c', MONDAY)))
  await tickAfter(1)
  await tickAfter(0)
  await tickAfter(0.9)
  expect(errors).toEqual([{ file, reason: expect.stringContaining('línea 3: monto'), retryInMs: MINUTE_MS }])
  expect(market.health()).toMatchObject({ stepAgeMs: 0, tapeLagMs: 0 })

  // Each retry delay is twice the previous one.
  await tickAfter(0.1)
  await tickAfter(1.9)
  expect(errors).toHaveLength(2)
  await tickAfter(0.1)
  expect(errors).toHaveLength(3)

  await writeFile(file, toText(createRow('a', FRIDAY), createRow('b', MONDAY), createRow('c', MONDAY)))
  time.pass(toInstant(MONDAY, '09:30') - time.now())
  await market.tick()
  expect(errors).toHaveLength(3)
  expect((await testMarketStore(database).deals('spot', MONDAY)).map(({ id }) => id)).toEqual(['b', 'c'])
  expect(market.reader.amounts({ market: 'spot', date: MONDAY, delay: 0 }).count).toBe(2)
  await market.close()
})
