import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { openPortal } from '#tests/ui/portal.tsx'

// Loads lazy code before the tests, because its first load is slow.
beforeAll(async () => {
  await import('#src/ui/market/market-screen.tsx')
  await import('#src/ui/market/chart-settings.tsx')
})

/** Opens the screen of the spot market and the panel of the indicators. */
async function openMenu(query: string, failures: NonNullable<Parameters<typeof openPortal>[0]>['failures'] = {}) {
  const portal = await openPortal({ path: `/dashboard/spot/${query}`, isSignedIn: true, failures })
  await expect
    .poll(() => screen.queryByRole<HTMLButtonElement>('button', { name: 'Indicadores' })?.disabled)
    .toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Indicadores' }))
  return portal
}

const getBox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const getNumber = (study: string, name: string) =>
  within(screen.getByRole('group', { name: study })).getByRole<HTMLInputElement>('textbox', { name })
const readLegend = () =>
  within(screen.getByRole('region', { name: 'Gráfica' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('an indicator is added with its default number, in the legend and in the address (D126)', async () => {
  const { history } = await openMenu('?periodo=5d')
  expect(getBox('Media móvil simple').checked).toBe(false)
  fireEvent.click(getBox('Media móvil simple'))
  fireEvent.click(getBox('Bandas de Bollinger'))
  expect(history().at(-1)).toBe('/dashboard/spot/?periodo=5d&sma=20&bollinger=20x2')
  expect(getNumber('Media móvil simple', 'Puntos').value).toBe('20')
  expect(readLegend()).toEqual(['Precio', 'Monto', 'Media simple 20', 'Bollinger 20, ±2'])
  fireEvent.click(getBox('Media móvil simple'))
  expect(history().at(-1)).toBe('/dashboard/spot/?periodo=5d&bollinger=20x2')
})

test('a number that is not valid stays in its field with an error, and the chart keeps the last one', async () => {
  const { history } = await openMenu('?rsi=14')
  const field = getNumber('Índice de fuerza relativa (RSI)', 'Puntos')
  fireEvent.change(field, { target: { value: '7' } })
  expect(history().at(-1)).toBe('/dashboard/spot/?rsi=7')
  fireEvent.change(field, { target: { value: '7x' } })
  expect(field.value).toBe('7x')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Escriba un número entero de 2 a 200.')).toBeTruthy()
  expect(history().at(-1)).toBe('/dashboard/spot/?rsi=7')
  expect(readLegend()).toContain('RSI 7')
})

test('an address with invalid indicators shows the chart without them', async () => {
  await openMenu('?sma=abc&bollinger=20&ema=9')
  expect(readLegend()).toEqual(['Precio', 'Monto', 'TRM vigente', 'Media exponencial 9'])
})

test('the interval is chosen of those that the period has, and requested (D126)', async () => {
  const { history, queries } = await openMenu('?periodo=6m&intervalo=5min')
  const button = screen.getByRole('button', { name: 'Intervalo: Automático' })
  fireEvent.click(button)
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Automático',
    '1 día',
    '1 semana',
  ])
  fireEvent.click(screen.getByRole('option', { name: '1 semana' }))
  expect(history().at(-1)).toBe('/dashboard/spot/?periodo=6m&intervalo=semana')
  expect(screen.getByRole('button', { name: 'Intervalo: 1 semana' })).toBeTruthy()
  await expect
    .poll(() => queries.filter(({ name }) => name === 'periodChart').map(({ query }) => query))
    .toMatchObject([{ interval: null }, { interval: 'week' }])
})

test('the points before the period are loaded in the interval of the chart (D126)', async () => {
  const { queries } = await openMenu('?periodo=1m')
  const button = await screen.findByRole('button', { name: 'Ver datos anteriores' })
  button.focus()
  fireEvent.click(button)
  await expect
    .poll(() => queries.filter(({ name }) => name === 'periodChart').map(({ query }) => query))
    .toMatchObject([{ period: '1m' }, { period: '1a', interval: 'day', before: expect.any(String) }])
  // The stub replies with the same points again: there are no earlier ones.
  const note = await screen.findByText('No hay datos anteriores en este intervalo.')
  await expect.poll(() => document.activeElement).toBe(note)
})

test('the wish for earlier points of a day does not load those of the next period (D126)', async () => {
  const { queries, flush } = await openMenu('')
  fireEvent.click(await screen.findByRole('button', { name: 'Ver datos anteriores' }))
  fireEvent.click(screen.getByRole('radio', { name: '6m' }))
  const readQueries = () => queries.filter(({ name }) => name === 'periodChart').map(({ query }) => query)
  await expect.poll(readQueries).toContainEqual(expect.objectContaining({ period: '6m' }))
  await flush()
  expect(readQueries()).not.toContainEqual(expect.objectContaining({ before: expect.any(String) }))
})

test.each(['', '?vista=velas'])('the day %s is continued to the left in its interval (D126)', async (query) => {
  const { history, queries } = await openMenu(query)
  const button = await screen.findByRole('button', { name: 'Ver datos anteriores' })
  button.focus()
  fireEvent.click(button)
  expect(history().at(-1)).toMatch(/[?&]intervalo=5min$/)
  await expect
    .poll(() => queries.filter(({ name }) => name === 'periodChart').map((call) => call.query))
    .toContainEqual(expect.objectContaining({ period: '5d', interval: '5min', before: '2026-11-20' }))
})

test('the day is compared with the day before, the other market and another date (D126)', async () => {
  const { history, queries } = await openMenu('?comparar=anterior')
  fireEvent.click(screen.getByRole('button', { name: 'Comparar' }))
  expect(getBox('Día anterior').checked).toBe(true)
  fireEvent.click(getBox('Next day'))
  fireEvent.change(screen.getByRole('textbox', { name: 'Otra fecha' }), { target: { value: '2026-11-13' } })
  expect(history().at(-1)).toBe('/dashboard/spot/?comparar=anterior,otro,2026-11-13')
  await expect.poll(readLegend).toEqual(['Precio', 'Monto', 'TRM vigente', 'Día anterior', 'Next day', '13 nov 2026'])
  const dates = queries.filter(({ name }) => name === 'intraday').map(({ query }) => query)
  expect(dates).toContainEqual({ market: 'nextday', date: '2026-11-20', delay: 0 })
  expect(dates).toContainEqual({ market: 'spot', date: '2026-11-13', delay: 0 })
})

test.each([
  ['2026-11-20', 'Escriba un día anterior al de la gráfica, el 20 nov 2026.'],
  ['2026-12-01', 'Escriba un día anterior al de la gráfica, el 20 nov 2026.'],
  ['2025-11-03', 'No hay datos antes del 4 nov 2025.'],
  ['2026-11-15', 'El mercado no operó el domingo 15 de noviembre. Escriba otro día.'],
])('another date that has no line, %s, stays in its field with an error (D126)', async (date, error) => {
  const { history } = await openMenu('?comparar=2026-11-13')
  fireEvent.click(screen.getByRole('button', { name: 'Comparar' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Otra fecha' })
  fireEvent.change(field, { target: { value: date } })
  await expect.poll(() => screen.queryByText(error)).toBeTruthy()
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual([date, 'true'])
  expect(history().at(-1)).toBe('/dashboard/spot/?comparar=2026-11-13')
  // The error is about the day that was typed before.
  fireEvent.change(field, { target: { value: '2026-1' } })
  expect(screen.queryByText(error)).toBeNull()
  fireEvent.change(field, { target: { value: '2026-11-12' } })
  expect(screen.queryByText(error)).toBeNull()
  expect(history().at(-1)).toBe('/dashboard/spot/?comparar=2026-11-12')
})

test('the field names the problem of another date of the address (D126)', async () => {
  await openMenu('?comparar=2026-11-20')
  fireEvent.click(screen.getByRole('button', { name: 'Comparar' }))
  expect(screen.getByText('Escriba un día anterior al de la gráfica, el 20 nov 2026.')).toBeTruthy()
  expect(readLegend()).toContain('20 nov 2026: sin datos')
})

test('several days are compared with the TRM and the other market, and Back undoes it (D126)', async () => {
  const { history } = await openMenu('?periodo=5d&comparar=anterior')
  fireEvent.click(screen.getByRole('button', { name: 'Comparar' }))
  expect(screen.queryByRole('checkbox', { name: 'Día anterior' })).toBeNull()
  expect(screen.getByText('El día anterior y otra fecha se comparan en el periodo 1D.')).toBeTruthy()
  fireEvent.click(getBox('TRM'))
  fireEvent.click(getBox('Next day'))
  expect(history().slice(-3)).toEqual([
    '/dashboard/spot/?periodo=5d&comparar=anterior',
    '/dashboard/spot/?periodo=5d&comparar=trm,anterior',
    '/dashboard/spot/?periodo=5d&comparar=trm,anterior,otro',
  ])
  await expect.poll(readLegend).toEqual(['Precio', 'Monto', 'TRM', 'Next day'])
})

test('a day in intervals is compared like its deals, and with the TRM (D126)', async () => {
  await openMenu('?vista=velas&comparar=trm,anterior,otro')
  await expect
    .poll(readLegend)
    .toEqual(['Cierre mayor que apertura', 'Cierre menor que apertura', 'TRM', 'Día anterior', 'Next day'])
})

test.each([
  ['?periodo=5d&comparar=trm', 'trmHistory', 'la TRM', 'TRM'],
  ['?vista=promedios&comparar=trm', 'trmHistory', 'la TRM', 'TRM'],
] as const)(
  'a comparison that fails, %s, is retried below the chart, which has the focus then (D126)',
  async (query, call, name, item) => {
    const { services } = await openMenu(query, { [call]: { kind: 'unreachable' } })
    const line = await screen.findByRole('group', { name: `No pudimos consultar la comparación con ${name}` })
    expect(readLegend()).toContain(`${item}: sin datos`)
    services.failures = {}
    const retry = within(line).getByRole('button', { name: 'Reintentar' })
    act(() => retry.focus())
    fireEvent.click(retry)
    await expect.poll(readLegend).toContain(item)
    expect(screen.queryByRole('group', { name: /^No pudimos consultar la comparación/ })).toBeNull()
    expect(document.activeElement?.className).toContain('chart-plot')
  },
)

test('the amounts are added to a view that has none by itself (D126)', async () => {
  const { history } = await openMenu('?vista=promedios&periodo=1m')
  fireEvent.click(getBox('Monto negociado'))
  expect(history().at(-1)).toBe('/dashboard/spot/?vista=promedios&periodo=1m&monto=si')
  await expect.poll(readLegend).toEqual(['Precio', 'Media móvil 8', 'Media móvil 13', 'Monto'])
})

test('the prices have their amounts without a choice', async () => {
  await openMenu('?monto=si')
  expect(screen.queryByRole('checkbox', { name: 'Monto negociado' })).toBeNull()
})
