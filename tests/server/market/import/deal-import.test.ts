import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import { sendDeals } from '#server/import/send-deals.ts'
import { createDealLog, type DealLog } from '#server/market/deal-log.ts'
import { readDealRows } from '#server/market/import/deal-csv.ts'
import { importDeals } from '#server/market/import/deal-import.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { ENGINES, temporaryDatabase, temporaryFolder } from '#tests/support/databases.ts'
import { INGEST_ENV, INGEST_KEY, readDay } from '#tests/support/ingest.ts'
import { createMarketApp, openTestMarket, testTime } from '#tests/support/market.ts'
import { testMarketStore } from '#tests/support/market-store.ts'

const FRIDAY = '2026-11-20'
const OCTOBER = '2026-10-07'
const HEADER = 'id,mercado,plazo,sector,origen,hora,precio,monto,anulada'

const createRow = (
  id: string,
  hora: string,
  precio: number | string = 4100.5,
  anulada = '',
  monto: number | string = 1_000,
) => `${id},71,0,1,negociada,${hora}-05:00,${precio},${monto},${anulada}`

async function openImport(database: Database) {
  const time = testTime(toInstant(FRIDAY, '12:00'))
  const market = await openTestMarket({ database, time, env: INGEST_ENV })
  const app = await createMarketApp(market, INGEST_ENV)
  afterFile(async () => void (await app.close()))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const folder = await temporaryFolder()
  const send = async (text: string, skipBad = false, key = INGEST_KEY) => {
    const file = join(folder, 'operaciones.csv')
    await writeFile(file, text)
    return sendDeals({ url, key, file, skipBad })
  }
  const store = testMarketStore(database)
  const countDeals = async () =>
    (await store.deals('spot', OCTOBER)).length + (await store.deals('spot', FRIDAY)).length
  return { market, send, store, countDeals, url, folder }
}

const toText = (...lines: readonly string[]) => [HEADER, ...lines, ''].join('\n')

const VALID_ROWS = [
  createRow('a', `${OCTOBER}T09:00:00`),
  createRow('b', `${OCTOBER}T12:59:00`, 4120.1),
  createRow('c', `${OCTOBER}T12:59:30`, 4000, `${OCTOBER}T13:10:00-05:00`),
  createRow('d', `${FRIDAY}T11:00:00`, 4200),
]

describe.each(ENGINES)('%s', (engine) => {
  test('a repeated import of a file stores its deals, annulments and figures once', async () => {
    const { market, send, store, countDeals } = await openImport(await temporaryDatabase(engine))
    const loaded = await send(toText(...VALID_ROWS))
    expect(loaded).toEqual({
      ok: true,
      value: 'Archivo cargado: 4 filas.\n  4 nuevas, 0 repetidas, 1 anuladas, 0 rechazadas',
    })
    const [storedDay] = await store.storedDays('spot')
    expect([storedDay?.date, storedDay?.figures.last, storedDay?.figures.count, storedDay?.trm]).toEqual([
      OCTOBER,
      4120.1,
      2,
      4110.3,
    ])
    const friday = await readDay(market, FRIDAY)
    expect(friday.line.prices).toEqual([4200])
    expect(await send(toText(...VALID_ROWS))).toEqual({
      ok: true,
      value: 'Archivo cargado: 4 filas.\n  0 nuevas, 5 repetidas, 0 anuladas, 0 rechazadas',
    })
    // A later version of the file annuls a deal of the current day.
    const annulled = createRow('d', `${FRIDAY}T11:00:00`, 4200, `${FRIDAY}T11:15:00-05:00`)
    expect((await send(toText(annulled))).ok).toBe(true)
    expect((await readDay(market, FRIDAY)).line.prices).toEqual([])
    expect(await countDeals()).toBe(4)
  })

  test('an import reports the lines of invalid rows and loads the valid rows only with --skip-bad', async () => {
    const { send, countDeals } = await openImport(await temporaryDatabase(engine))
    const text = toText(
      ...VALID_ROWS,
      createRow('e', `${FRIDAY}T09:00:00`, 'caro'),
      '',
      createRow('a', `${OCTOBER}T09:00:00`, 1),
      createRow('f', '2026-11-14T09:00:00'),
      createRow('g', `${FRIDAY}T12:00:01`),
      createRow('h', `${FRIDAY}T10:00:00`, 4100, `${FRIDAY}T10:15:01-05:00`),
    )
    const lines = [
      '  línea 6: precio no es válido: «caro»',
      '  línea 8: ya está registrada con otro contenido',
      '  línea 9: es de un día en que su mercado no opera',
      '  línea 10: tiene una hora posterior a la del mercado',
      '  línea 11: solo se puede anular en los 15 minutos siguientes a su hora',
    ]
    const refused = await send(text)
    expect(refused.ok ? '' : refused.error.split('\n')).toEqual([
      '5 filas no son válidas. No se cargó nada del archivo.',
      '  4 nuevas, 0 repetidas, 1 anuladas, 5 rechazadas',
      ...lines,
    ])
    expect(await countDeals()).toBe(0)
    const loaded = await send(text, true)
    expect(loaded.ok && loaded.value.split('\n')).toEqual([
      'Archivo cargado: 9 filas.',
      '  4 nuevas, 0 repetidas, 1 anuladas, 5 rechazadas',
      ...lines,
    ])
    expect(await countDeals()).toBe(4)
  })
})

/** Reads each line from a file as a row. A function among `lines` runs at its turn. */
async function* toRows(...lines: readonly (string | (() => Promise<unknown>))[]) {
  const file = join(await temporaryFolder(), 'fila.csv')
  for (const line of lines) {
    if (typeof line === 'string') {
      await writeFile(file, toText(line))
      yield* readDealRows(file)
    } else await line()
  }
}

/** More rows than one group: the first rows are checked before the end of the file is read. */
const MANY_ROWS = Array.from({ length: 1_200 }, (_, index) => createRow(`m${index}`, `${FRIDAY}T09:00:00`))

describe.each(ENGINES)('%s: while the rows of a file are read', (engine) => {
  async function openLog() {
    const store = testMarketStore(await temporaryDatabase(engine))
    const dealLog = createDealLog({ store, now: () => toInstant(FRIDAY, '12:00'), seed: null })
    await dealLog.restore()
    const ingest = async (id: string, price: number) => {
      const deal = {
        term: 0,
        sector: 1,
        origin: 'negotiated',
        time: toInstant(FRIDAY, '09:30'),
        amount: 1_000,
      } as const
      return dealLog.append([{ kind: 'deal', deal: { id, market: 'spot', price, ...deal } }])
    }
    const readIds = async () => (await store.deals('spot', FRIDAY)).map(({ id, sequence }) => `${sequence} ${id}`)
    return { dealLog, ingest, readIds }
  }

  test('the deal log accepts batches and queries, and rows equal to a new deal count as repeated', async () => {
    const { dealLog, ingest, readIds } = await openLog()
    let idsDuringImport: readonly string[] = []
    const rows = toRows(
      createRow('a', `${FRIDAY}T09:00:00`),
      async () => {
        expect((await ingest('between', 4200)).ok).toBe(true)
        idsDuringImport = await readIds()
      },
      createRow('between', `${FRIDAY}T09:30:00`, 4200),
    )
    const imported = await importDeals(dealLog, rows, { skipBad: false })
    expect(imported).toMatchObject({ ok: true, value: { rows: 2, accepted: 1, repeated: 1, refused: 0 } })
    expect(idsDuringImport).toEqual(['1 between'])
    expect(await readIds()).toEqual(['1 between', '2 a'])
    expect(dealLog.marketDays.spot.find(FRIDAY)?.counted.count).toBe(2)
  })

  test('a new deal with the id of a checked row invalidates that row', async () => {
    const { dealLog, ingest, readIds } = await openLog()
    const file = join(await temporaryFolder(), 'operaciones.csv')
    await writeFile(file, toText(...MANY_ROWS))
    async function* readAndIngest() {
      yield* readDealRows(file)
      await ingest('m3', 4300)
    }
    const line = { line: 5, reason: 'ya está registrada con otro contenido' }
    const refused = await importDeals(dealLog, readAndIngest(), { skipBad: false })
    expect(refused).toMatchObject({ ok: false, error: { rows: 1_200, refused: 1, errors: [line] } })
    expect(await readIds()).toEqual(['1 m3'])
    const loaded = await importDeals(dealLog, readDealRows(file), { skipBad: true })
    expect(loaded).toMatchObject({ ok: true, value: { rows: 1_200, accepted: 1_199, refused: 1, errors: [line] } })
    expect((await readIds()).length).toBe(1_200)
  })

  test('an import writes nothing when the first check of the file fails', async () => {
    const { dealLog, readIds } = await openLog()
    const dealLogWithoutLoad = { ...dealLog, load: () => Promise.reject(new Error('a load')) }
    const rows = toRows(createRow('a', `${FRIDAY}T09:00:00`), createRow('b', `${FRIDAY}T09:00:00`, 'caro'))
    expect(await importDeals(dealLogWithoutLoad, rows, { skipBad: false })).toMatchObject({
      ok: false,
      error: { refused: 1 },
    })
    expect(await readIds()).toEqual([])
  })
})

/** Returns a deal log whose loads run `afterPart` after each part. */
const addPauses = (dealLog: DealLog, afterPart: () => Promise<unknown>): DealLog => ({
  ...dealLog,
  load: (size, work) =>
    dealLog.load(size, (load) =>
      work({
        ...load,
        async runPart(part) {
          const result = await load.runPart(part)
          await afterPart()
          return result
        },
      }),
    ),
})

describe.each(ENGINES)('%s: while the rows of a file are loaded', (engine) => {
  const NOON = toInstant(FRIDAY, '12:00')
  const createDealEvent = (id: string, price: number, time = toInstant(FRIDAY, '09:00')) =>
    ({
      kind: 'deal',
      deal: { id, market: 'spot', term: 0, sector: 1, origin: 'negotiated', time, price, amount: 1_000 },
    }) as const

  async function openLoad() {
    const store = testMarketStore(await temporaryDatabase(engine))
    const open = async () => {
      const dealLog = createDealLog({ store, now: () => NOON, seed: null })
      await dealLog.discardLoading()
      await dealLog.restore()
      return dealLog
    }
    const file = join(await temporaryFolder(), 'operaciones.csv')
    const write = (...lines: readonly string[]) => writeFile(file, toText(...lines))
    const countDeals = async () =>
      (await store.deals('spot', OCTOBER)).length + (await store.deals('spot', FRIDAY)).length
    return { store, dealLog: await open(), reopen: open, write, read: () => readDealRows(file), countDeals }
  }

  test('imported deals become visible only at the end, with the deals of concurrent batches', async () => {
    const { store, dealLog, write, read, countDeals } = await openLoad()
    await dealLog.append([createDealEvent('old', 4000, toInstant(OCTOBER, '10:00'))])
    await write(...VALID_ROWS, createRow('old', `${OCTOBER}T10:00:00`, 4000, `${OCTOBER}T10:05:00-05:00`))
    const stateDuringImport: unknown[] = []
    const pausingDealLog = addPauses(dealLog, async () => {
      stateDuringImport.push(
        await countDeals(),
        await store.lastDealDate(),
        (await store.storedDays('spot'))[0]?.figures.count,
      )
      await dealLog.append([createDealEvent('late', 4300, toInstant(OCTOBER, '11:00'))])
    })
    expect(await importDeals(pausingDealLog, read(), { skipBad: false })).toMatchObject({
      ok: true,
      value: { rows: 5, accepted: 4, repeated: 1, annulled: 2, refused: 0 },
    })
    expect(stateDuringImport).toEqual([1, OCTOBER, 1])
    // October has two rows of the file and the late deal. The other row and the old deal are
    // annulled.
    const [storedDay] = await store.storedDays('spot')
    expect([storedDay?.figures.count, storedDay?.figures.last, storedDay?.figures.high]).toEqual([3, 4120.1, 4300])
    expect(dealLog.marketDays.spot.findStoredDay(OCTOBER)).toEqual(storedDay)
    expect(dealLog.marketDays.spot.find(FRIDAY)?.counted.count).toBe(1)
    expect(await countDeals()).toBe(6)
  })

  test('a row counts as repeated when a batch stores the same deal first', async () => {
    const { dealLog, write, read, countDeals } = await openLoad()
    await write(createRow('a', `${FRIDAY}T09:00:00`, 4200), createRow('b', `${FRIDAY}T09:00:00`))
    const pausingDealLog = addPauses(dealLog, async () => {
      expect(await dealLog.append([createDealEvent('a', 4200)])).toMatchObject({ ok: true, value: { accepted: 1 } })
      expect(await countDeals()).toBe(1)
    })
    expect(await importDeals(pausingDealLog, read(), { skipBad: false })).toMatchObject({
      ok: true,
      value: { accepted: 1, repeated: 1, refused: 0 },
    })
    expect([await countDeals(), dealLog.marketDays.spot.find(FRIDAY)?.counted.count]).toEqual([2, 2])
  })

  test('a batch with another deal of the same id invalidates the row', async () => {
    const { dealLog, write, read, countDeals } = await openLoad()
    await write(
      createRow('a', `${FRIDAY}T09:00:00`),
      createRow('b', `${FRIDAY}T09:00:00`),
      createRow('c', `${FRIDAY}T09:00:00`),
    )
    const toErrors = (line: number) => [{ line, reason: 'ya está registrada con otro contenido' }]
    const appendDuringLoad = (id: string) => addPauses(dealLog, () => dealLog.append([createDealEvent(id, 4300)]))
    expect(await importDeals(appendDuringLoad('b'), read(), { skipBad: false })).toMatchObject({
      ok: false,
      error: { refused: 1, errors: toErrors(3) },
    })
    expect(await countDeals()).toBe(1)
    await write(createRow('a', `${FRIDAY}T09:00:00`), createRow('c', `${FRIDAY}T09:00:00`))
    expect(await importDeals(appendDuringLoad('c'), read(), { skipBad: true })).toMatchObject({
      ok: true,
      value: { accepted: 1, refused: 1, errors: toErrors(3) },
    })
    expect(await countDeals()).toBe(3)
  })

  test('a restart removes the rows of a killed import, and the file can be imported again', async () => {
    const { store, dealLog, reopen, write, read, countDeals } = await openLoad()
    await write(...MANY_ROWS)
    // This log does not remove the loaded rows, like a killed process.
    const killed = createDealLog({
      store: { ...store, loading: { ...store.loading, discard: () => Promise.reject(new Error('killed')) } },
      now: () => NOON,
      seed: null,
    })
    const pausingDealLog = addPauses(killed, async () => {
      throw new Error('killed')
    })
    await expect(importDeals(pausingDealLog, read(), { skipBad: false })).rejects.toThrow('killed')
    expect((await store.loading.deals('spot', FRIDAY)).length).toBe(250)
    expect(await countDeals()).toBe(0)
    const restarted = await reopen()
    expect((await store.loading.deals('spot', FRIDAY)).length).toBe(0)
    expect(await importDeals(restarted, read(), { skipBad: false })).toMatchObject({
      ok: true,
      value: { accepted: 1_200, repeated: 0 },
    })
    expect(await countDeals()).toBe(1_200)
    expect(dealLog.marketDays.spot.find(FRIDAY)?.counted.count ?? 0).toBe(0)
  })

  test('a file is acknowledged although the disk fails right after its commit', async () => {
    const { store, write, read, countDeals } = await openLoad()
    const dealLog = createDealLog({
      store: { ...store, loading: { ...store.loading, discard: () => Promise.reject(new Error('disk full')) } },
      ...{ now: () => NOON, seed: null },
    })
    await dealLog.restore()
    await write(...VALID_ROWS)
    expect(await importDeals(dealLog, read(), { skipBad: false })).toMatchObject({ ok: true, value: { accepted: 4 } })
    expect(await countDeals()).toBe(4)
  })

  test('a batch that is repeated after its commit lost the reply is stored once', async () => {
    const { store, write, read, countDeals } = await openLoad()
    let losesReply = false
    const dealLog = createDealLog({
      store: {
        ...store,
        write: async (lastId, work) => {
          const line = await store.write(lastId, work)
          if (losesReply) throw new Error('connection lost')
          return line
        },
      },
      now: () => NOON,
      seed: null,
    })
    await dealLog.restore()
    await write(createRow('a', `${FRIDAY}T09:00:00`), createRow('b', `${FRIDAY}T09:00:00`))
    const pausingDealLog = addPauses(dealLog, async () => {
      losesReply = true
      await expect(dealLog.append([createDealEvent('x', 4300)])).rejects.toThrow('connection lost')
      losesReply = false
      expect(await dealLog.append([createDealEvent('x', 4300)])).toMatchObject({ ok: true, value: { repeated: 1 } })
    })
    expect(await importDeals(pausingDealLog, read(), { skipBad: false })).toMatchObject({
      ok: true,
      value: { accepted: 2 },
    })
    expect([await countDeals(), dealLog.marketDays.spot.find(FRIDAY)?.counted.count]).toEqual([3, 3])
  })
})

test.each([
  ['with a byte order mark and Windows line ends', `\uFEFF${toText(...VALID_ROWS).replaceAll('\n', '\r\n')}`],
  [
    'with additional columns, another column order and quotation marks',
    `monto,"id",mercado,plazo,sector,origen,hora,precio,nota\n1000,"a,b",71,0,1,negociada,${FRIDAY}T09:00:00-05:00,4100.5,"di ""hola"""\n`,
  ],
  [
    'of a spreadsheet in Spanish',
    toText(...VALID_ROWS)
      .replaceAll(',', ';')
      .replaceAll('4120.1', '4120,1'),
  ],
])('the server imports a file %s', async (_what, text) => {
  const { send, countDeals } = await openImport(await temporaryDatabase('sqlite'))
  expect((await send(text)).ok).toBe(true)
  expect(await countDeals()).toBeGreaterThan(0)
})

test.each([
  ['an empty file', '', 'El archivo está vacío.'],
  [
    'a file without columns',
    'id;precio\na;1\n',
    'Faltan columnas en la primera línea: mercado, plazo, sector, origen, hora, monto.',
  ],
  [
    'a file with a quotation mark that never closes',
    toText(`"${createRow('a', `${FRIDAY}T09:00:00`)}`),
    'Las comillas no cierran',
  ],
  [
    'a file with a row without an end',
    `${HEADER}\n${'x'.repeat(10_000)}`,
    'Las comillas no cierran, o una fila es demasiado larga',
  ],
  [
    'a file with control characters',
    `${HEADER}\n\0\u0001,71,0,1,negociada,${FRIDAY}T09:00:00-05:00,4100,1000\n`,
    'Una fila no es válida',
  ],
])('the import of %s fails with a message', async (_what, text, message) => {
  const { send, countDeals } = await openImport(await temporaryDatabase('sqlite'))
  const refused = await send(text)
  expect([refused.ok, refused.ok ? '' : refused.error]).toEqual([false, expect.stringContaining(message)])
  expect(await countDeals()).toBe(0)
})

test('an import stores equal rows once and refuses different rows with the same id', async () => {
  const { send, countDeals } = await openImport(await temporaryDatabase('sqlite'))
  expect((await send(toText(...MANY_ROWS, MANY_ROWS[0] ?? '', MANY_ROWS[1_199] ?? ''))).ok).toBe(true)
  expect(await countDeals()).toBe(1_200)
  const refused = await send(
    toText(createRow('n', `${FRIDAY}T09:00:00`), createRow('m0', `${FRIDAY}T09:00:00`, 4_100.51)),
  )
  expect(refused.ok ? '' : refused.error).toContain('línea 3: ya está registrada con otro contenido')
  expect(await countDeals()).toBe(1_200)
})

test('sendDeals reports a wrong key, a missing file, a directory and a stopped server', async () => {
  const { send, url, folder } = await openImport(await temporaryDatabase('sqlite'))
  const wrong = await send(toText(...VALID_ROWS), false, 'otra-clave-de-operador')
  expect(wrong.ok).toBe(false)
  const missing = await sendDeals({ url, key: INGEST_KEY, file: join(folder, 'nada.csv'), skipBad: false })
  expect(missing.ok ? '' : missing.error).toContain('nada.csv no se puede leer')
  const directory = await sendDeals({ url, key: INGEST_KEY, file: folder, skipBad: false })
  expect(directory.ok ? '' : directory.error).toContain(`${folder} no se puede leer`)
  const noServer = await sendDeals({ url: 'http://127.0.0.1:1', key: INGEST_KEY, file: folder, skipBad: false })
  expect(noServer.ok ? '' : noServer.error).toBe(`El archivo ${folder} no se puede leer: es una carpeta.`)
  const unreachable = await sendDeals({
    url: 'http://127.0.0.1:1',
    key: INGEST_KEY,
    file: join(folder, 'operaciones.csv'),
    skipBad: false,
  })
  expect(unreachable.ok ? '' : unreachable.error).toBe(
    'No hay un servidor en http://127.0.0.1:1, o se cortó la conexión. Si se cortó, ejecute la orden otra vez: nada se carga dos veces.',
  )
})

test('MARKET_SOURCE=csv plays the last day of the file on the demo clock at each start', async () => {
  const database = await temporaryDatabase('sqlite')
  const file = join(await temporaryFolder(), 'operaciones.csv')
  await writeFile(file, toText(...VALID_ROWS, createRow('z', `${FRIDAY}T10:45:00`, 4300)))
  const time = testTime(Date.parse('2026-11-30T03:00:00Z'))
  for (let start = 0; start < 2; start += 1) {
    const market = await openTestMarket({ database, time, env: { MARKET_SOURCE: `csv:${file}` } })
    const view = { market: 'spot', date: FRIDAY, delay: 0 } as const
    expect(market.reader.now()).toBe(toInstant(FRIDAY, '10:40'))
    expect(market.reader.closeAndAverage(view).close).toBeNull()
    expect((await testMarketStore(database).storedDays('spot')).map(({ date }) => date)).toEqual([OCTOBER])
    time.pass(5 * MINUTE_MS)
    await market.tick()
    expect(market.reader.closeAndAverage(view).close).toBe(4300)
    time.pass(16 * MINUTE_MS)
    await market.tick()
    expect(market.reader.amounts(view).count).toBe(2)
    expect(market.reader.amounts({ ...view, delay: 900_000 }).count).toBe(1)
    await market.close()
  }
})
