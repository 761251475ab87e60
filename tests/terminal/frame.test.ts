import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { openMemory } from '#src/composition/memory.ts'
import { type FrameOptions, renderFrame, sparkline } from '#src/terminal/frame.ts'

const VISITOR: FrameOptions = { delay: 15, notice: null, size: [80, Number.POSITIVE_INFINITY], color: false }

async function openMarkets(delay: number) {
  const ports = createMemoryPorts()
  const { createLiveMarket } = await openMemory(ports).loadMarket()
  const views = (['spot', 'nextday'] as const).map((market) =>
    createLiveMarket({ screen: delay > 0 ? 'home' : 'market', market, delay }),
  )
  for (const view of views) view.subscribe(() => {})
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
  return { ports, readStates: () => views.map((view) => view.getSnapshot()) }
}

test('a frame of a visitor has the note of the delay and both markets', async () => {
  const { readStates } = await openMarkets(15)
  const lines = renderFrame(readStates(), VISITOR)
  expect(lines[0]).toBe('Información con 15 minutos de retraso. No incluye operaciones registradas.')
  const text = lines.join('\n')
  expect(text).toMatch(
    /Dólar Spot USD\/COP {2}\S+ 20 de noviembre de 2026\n● Mercado abierto\n\$ \d\.\d{3},\d\d {2}promedio/,
  )
  expect(text).toMatch(/Next day USD\/COP/)
  expect(text).toMatch(/[+\u2212]\d+,\d\d \([+\u2212]\d+,\d\d%\) frente al cierre anterior \d\.\d{3},\d\d\n/)
  expect(text).toMatch(/[+\u2212]\d+,\d\d \([+\u2212]\d+,\d\d%\) frente a la apertura\nÚltima operación \d\d:\d\d:\d\d/)
  expect(text).toMatch(/\nTRM \d\.\d{3},\d\d (sube|baja|igual), ayer \d\.\d{3},\d\d\n/)
  expect(text).toMatch(/\n[▁▂▃▄▅▆▇█]{80}\n/)
  expect(lines.at(-1)).toBe('q: salir')
})

test('a frame of a client has the time of the data and no note', async () => {
  const { readStates } = await openMarkets(0)
  const text = renderFrame(readStates(), { ...VISITOR, delay: 0 }).join('\n')
  expect(text).toMatch(/● En tiempo real, 12:43:15\. Se actualiza cada 15 s/)
  expect(text).not.toMatch(/retraso/)
})

test('a frame without a connection shows "Sin conexión"', async () => {
  const { ports, readStates } = await openMarkets(0)
  ports.page.setOnline(false)
  expect(renderFrame(readStates(), VISITOR).join('\n')).toMatch(/- Sin conexión/)
})

test('a frame has escape codes only in colour', async () => {
  const { readStates } = await openMarkets(15)
  expect(renderFrame(readStates(), VISITOR).join('')).not.toContain('\x1b')
  expect(renderFrame(readStates(), { ...VISITOR, color: true }).join('')).toContain('\x1b[1m')
})

test.each([
  ['a rise', 1, '\x1b[32m+1,00'],
  ['a fall', -1, '\x1b[31m\u22121,00'],
  ['no change', 0, '\x1b[2m0,00'],
])('%s since the previous close has its own color', async (_change, pesos, start) => {
  const { readStates } = await openMarkets(0)
  const states = readStates().map((state) => {
    const { value, tradingDay } = state.closeDayPrices.value ?? expect.fail('no prices')
    const previousClose = (state.close.value?.value.close ?? 0) - pesos
    return {
      ...state,
      closeDayPrices: { ...state.closeDayPrices, value: { tradingDay, value: { ...value, previousClose } } },
    }
  })
  const lines = renderFrame(states, { ...VISITOR, color: true })
  expect(lines.find((line) => line.includes('frente al cierre anterior'))?.startsWith(start)).toBe(true)
})

test('no line is wider than the terminal', async () => {
  const { readStates } = await openMarkets(0)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.constantFrom(0, 15), (columns, delay) => {
      for (const line of renderFrame(readStates(), { ...VISITOR, size: [columns, 24], delay })) {
        expect([...line].length).toBeLessThanOrEqual(columns)
      }
    }),
    { numRuns: 50 },
  )
})

test('a line that does not fit ends with an ellipsis', async () => {
  const { readStates } = await openMarkets(15)
  const lines = renderFrame(readStates(), { ...VISITOR, size: [30, 60] })
  expect(lines[0]).toBe('Información con 15 minutos de…')
  expect(lines.filter((line) => line.startsWith('TRM'))).toEqual([
    expect.stringMatching(/…$/),
    expect.stringMatching(/…$/),
  ])
})

test.each([24, 20, 16])('a frame for %i rows fits and shows the price of both markets', async (rows) => {
  const { readStates } = await openMarkets(15)
  const lines = renderFrame(readStates(), { ...VISITOR, size: [80, rows] })
  // The line break after the last line takes a row too.
  expect(lines.length).toBeLessThan(rows)
  expect(lines.filter((line) => line.includes('  promedio'))).toHaveLength(2)
  expect(lines.filter((line) => line.includes('frente a la apertura'))).toHaveLength(2)
})

test('a frame for 24 rows still has the TRM and the range of the day', async () => {
  const { readStates } = await openMarkets(15)
  const text = renderFrame(readStates(), { ...VISITOR, size: [80, 24] }).join('\n')
  for (const name of ['TRM', 'Apertura', 'Mínimo', 'Máximo']) expect(text.split(`\n${name} `)).toHaveLength(3)
})

test('a frame for a high terminal leaves nothing out', async () => {
  const { readStates } = await openMarkets(15)
  expect(renderFrame(readStates(), { ...VISITOR, size: [80, 60] })).toEqual(renderFrame(readStates(), VISITOR))
})

test.each([
  [[], 8, ''],
  [[5, 5, 5], 8, '▁▁▁'],
  [[1, 2, 3, 4, 5, 6, 7, 8], 8, '▁▂▃▄▅▆▇█'],
])('the sparkline of %j in %i columns is "%s"', (prices, width, bars) => {
  expect(sparkline(Float64Array.from(prices), width)).toBe(bars)
})

test('a bar of the sparkline shows the last price of its share', () => {
  expect(sparkline(Float64Array.from([1, 9, 1, 8]), 2)).toBe('█▁')
})

test('a frame starts with the reason why the client session ended', async () => {
  const { readStates } = await openMarkets(15)
  const lines = renderFrame(readStates(), { ...VISITOR, notice: 'Su sesión terminó.' })
  expect(lines.slice(0, 2)).toEqual(['Su sesión terminó.', renderFrame(readStates(), VISITOR)[0]])
})
