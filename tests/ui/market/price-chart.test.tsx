import { fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'

import type { PriceChartProps } from '#src/charts/view/chart-props.ts'
import { PriceChart } from '#src/charts/view/price-chart.tsx'
import { Readout } from '#src/charts/view/readout.tsx'
import { SparkChart } from '#src/charts/view/spark-chart.tsx'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

const formatValue = (value: number) => (Number.isNaN(value) ? '—' : `${value}`)

const createProps = (count: number): PriceChartProps => ({
  series: {
    x: Float64Array.from({ length: count }, (_, i) => i),
    line: Float64Array.from({ length: count }, (_, i) => 4000 + i),
    bars: Float64Array.from({ length: count }, () => 2),
  },
  domain: { from: 0, to: 100 },
  baseline: { value: 4002, label: 'TRM 4002' },
  padding: { line: 5, bars: 3000 },
  formats: {
    x: formatValue,
    line: formatValue,
    lineTick: formatValue,
    lineLong: formatValue,
    bar: formatValue,
    barLong: formatValue,
    barTick: formatValue,
    point: ({ x, line }) => `${x}: ${line}`,
  },
  labels: {
    figure: 'Precio',
    point: 'Punto de la gráfica',
    x: 'Hora',
    line: 'Precio',
    bar: 'Monto',
    low: 'Mínimo',
    high: 'Máximo',
    barColumn: 'Monto, miles USD',
    rangeFrom: 'Desde',
    rangeTo: 'Hasta',
    table: 'Ver como tabla',
    tableSize: (rows) => `${rows} filas`,
    tableCaption: 'Precios de hoy',
    empty: 'Sin operaciones',
  },
  summarize: (part) => (part ? `De ${part.from} a ${part.to}.` : 'De 4000 a 4009.'),
  rangeSteps: { arrow: 1, page: 3 },
})

const renderChart = (count: number) =>
  render(
    <StrictMode>
      <PriceChart {...createProps(count)} />
    </StrictMode>,
  )

test('a chart without space to draw shows its summary and its figures as text', () => {
  renderChart(10)
  expect(screen.getByRole('figure', { name: 'Precio' })).toBeDefined()
  const point = screen.getByRole('slider', { name: 'Punto de la gráfica' })
  expect(point.getAttribute('aria-valuetext')).toBe('9: 4009')
  const summary = document.getElementById(point.getAttribute('aria-describedby') ?? '')
  expect(summary?.textContent).toBe('De 4000 a 4009.')
  fireEvent.click(screen.getByRole('button', { name: /Ver como tabla/ }))
  expect(screen.getAllByRole('row')).toHaveLength(11)
  expect(screen.getByRole('region', { name: 'Precios de hoy' }).tabIndex).toBe(0)
})

test('before a chart has a size, its table has a row for each 5 minutes of a morning', () => {
  const { series, ...props } = createProps(285)
  const x = series.x.map((minute) => minute * MINUTE_MS)
  render(<PriceChart {...props} series={{ ...series, x }} domain={{ from: 0, to: 300 * MINUTE_MS }} />)
  expect(screen.getByRole('button', { name: 'Ver como tabla 57 filas' })).toBeDefined()
})

test.each([
  ['Home', '0'],
  ['ArrowLeft', '8'],
  ['PageUp', '0'],
  ['End', '9'],
])('the key %s moves the slider to point %s, and Escape moves it to the last point', (key, point) => {
  renderChart(10)
  const slider = screen.getByRole('slider', { name: 'Punto de la gráfica' })
  fireEvent.keyDown(slider, { key })
  expect(slider.getAttribute('aria-valuenow')).toBe(point)
  fireEvent.keyDown(slider, { key: 'Escape' })
  expect(slider.getAttribute('aria-valuenow')).toBe('9')
})

test.each(['ctrlKey', 'metaKey', 'altKey'])('arrow keys with %s do not move the slider', (modifier) => {
  renderChart(10)
  const slider = screen.getByRole('slider', { name: 'Punto de la gráfica' })
  expect(fireEvent.keyDown(slider, { key: 'ArrowLeft', [modifier]: true })).toBe(true)
  expect(slider.getAttribute('aria-valuenow')).toBe('9')
})

test('a chart without points shows a text and no slider', () => {
  renderChart(0)
  expect(screen.getByText('Sin operaciones')).toBeDefined()
  expect(screen.queryAllByRole('slider')).toEqual([])
})

test('the spark line has a label', () => {
  const { series, formats } = createProps(10)
  render(<SparkChart series={series} formats={formats} label="Índice durante el día" />)
  expect(screen.getByText('Índice durante el día')).toBeDefined()
})

test('the readout of a narrow page names every secondary value', () => {
  const rows = [
    { label: 'Precio', text: '$ 4.102,35' },
    { label: 'Media móvil 20', text: '$ 4.100,00', secondary: 'middle' },
    { label: 'Banda superior', text: '$ 4.118,90', secondary: 'band' },
    { label: 'Banda inferior', text: '$ 4.085,20', secondary: 'band' },
  ] as const
  const reading = { x: 0, line: 0, toText: () => ({ title: '10:48', rows }), toSpoken: () => '' }
  const { container } = render(<Readout reading={reading} hasSecondaryRows />)
  for (const { label, text } of rows.slice(1)) {
    expect([...container.querySelectorAll('.chart-named')].map((named) => named.textContent)).toContain(label + text)
  }
})

test('the summary describes the visible range', async () => {
  renderChart(10)
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Desde' }), { key: 'PageUp' })
  expect(await screen.findByText('De 3 a 9.')).toBeDefined()
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Desde' }), { key: 'Home' })
  expect(await screen.findByText('De 4000 a 4009.')).toBeDefined()
})
