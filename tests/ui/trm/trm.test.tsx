import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { toInstant } from '#src/domain/time/bogota.ts'
import { getRegion, openPortal, REPLIES, readText } from '#tests/ui/portal.tsx'

/** Opens the TRM page and waits for its lazy code. */
async function openTrm(path = '/trm/', options: Parameters<typeof openPortal>[0] = {}) {
  const portal = await openPortal({ path, ...options })
  await screen.findByRole('region', { name: 'TRM vigente' })
  await portal.flush()
  return portal
}

test('the page shows the TRM in force, its day and its change', async () => {
  await openTrm()
  expect(document.title).toBe('TRM | Mercado Dólar')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tasa representativa del mercado (TRM)')
  expect(readText('TRM vigente')).toContain(
    'Viernes, 20 de noviembre de 2026$4.098,17sube +8,15(+0,20%)frente a la anterior 4.090,02',
  )
})

test('the TRM of a late provider shows the time of its data (D53)', async () => {
  const feeds = { trm: { updatedAt: toInstant('2026-11-20', '09:05'), late: true } }
  await openTrm('/trm/', { replies: { ...REPLIES, feeds } })
  expect(getRegion('TRM vigente').getByText('Datos de las 09:05')).toBeTruthy()
})

test('an estimate is marked as not official, with its days and its delay', async () => {
  await openTrm()
  const next = readText('Próxima TRM')
  expect(next).toContain('TRM estimadaNo oficialDel sábado 21 al lunes 23 de noviembre de 2026$4.101,44')
  expect(next).toContain('con 15 minutos de retraso')
})

test('a client sees the estimate without the note of the delay', async () => {
  const { queries } = await openTrm('/trm/', { isSignedIn: true })
  expect(readText('Próxima TRM')).not.toContain('retraso')
  expect(queries.find(({ name }) => name === 'trmNow')?.query).toBe(0)
})

test('a fixed next TRM is marked neither as estimated nor as not official', async () => {
  const { inForce, next } = REPLIES.trmNow
  await openTrm('/trm/', { replies: { ...REPLIES, trmNow: { inForce, next: next && { ...next, estimated: false } } } })
  expect(readText('Próxima TRM')).toMatch(/^Próxima TRMDel sábado 21/)
  expect(readText('Próxima TRM')).not.toContain('No oficial')
})

test('the page shows that there is no estimate yet when the next TRM is missing', async () => {
  await openTrm('/trm/', { replies: { ...REPLIES, trmNow: { ...REPLIES.trmNow, next: null } } })
  expect(readText('Próxima TRM')).toContain('Aún no hay estimación.')
})

test('the page names corrections with when and why, and has no list without any (D119)', async () => {
  const corrections = [
    {
      kind: 'annulled' as const,
      date: '2026-11-19',
      time: Date.parse('2026-11-19T11:03:20-05:00'),
      price: 4102.4,
      amount: 250_000,
      at: Date.parse('2026-11-20T09:12:00-05:00'),
    },
  ]
  await openTrm('/trm/', { replies: { ...REPLIES, trmNow: { ...REPLIES.trmNow, corrections } } })
  expect(readText('Correcciones')).toContain('19 nov 2026, 11:03:20: 4.102,40 pesos, US$ 250.000')
  expect(readText('Correcciones')).toContain(
    'Se anuló el 20 nov 2026 a las 09:12. La fuente del mercado la anuló después de publicada.',
  )
})

test('the table shows range, value and change, latest first, and marks the TRM in force', async () => {
  await openTrm()
  const rows = getRegion('TRM por fecha').getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' '))).toEqual([
    '2026-11-20 TRM vigente4.098,17sube +8,15+0,20%',
    '2026-11-19 4.090,02sube +4,42+0,11%',
    '2026-11-18 4.085,60sube +4,16+0,10%',
    '2026-11-14 a 2026-11-17 4.081,44baja −3,58−0,09%',
  ])
  expect(rows[0]?.getAttribute('aria-current')).toBe('true')
})

test('a heading sorts the table', async () => {
  await openTrm()
  fireEvent.click(getRegion('TRM por fecha').getByRole('button', { name: 'TRM' }))
  expect(getRegion('TRM por fecha').getAllByRole('row')[1]?.textContent).toContain('4.081,44')
})

test('the download has the rows of the table', async () => {
  const { ports } = await openTrm()
  fireEvent.click(getRegion('TRM por fecha').getByRole('button', { name: 'Descargar CSV' }))
  const [file] = ports.downloads.files()
  expect(file?.name).toBe('trm-2026-11-14-a-2026-11-20.csv')
  const days = file?.text.trimEnd().split('\r\n').slice(1) ?? []
  expect(days.map((line) => line.split(';')[0])).toEqual(['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-14'])
})

test('a chosen period changes the address and loads its range', async () => {
  const { history, queries, flush } = await openTrm()
  fireEvent.click(screen.getByRole('radio', { name: '1m' }))
  await flush()
  expect(history().at(-1)).toBe('/trm/?periodo=1m')
  expect(queries.filter(({ name }) => name === 'trmHistory').at(-1)?.query).toEqual({
    from: '2026-10-21',
    until: '2026-11-23',
  })
})

test('an arrow key in the periods chooses the next period, which has the focus', async () => {
  const { flush } = await openTrm()
  const period = screen.getByRole('radio', { name: '6m' })
  act(() => period.focus())
  fireEvent.keyDown(period, { key: 'ArrowRight' })
  await flush()
  const next = screen.getByRole('radio', { name: '1a' })
  expect(next.getAttribute('aria-checked')).toBe('true')
  expect(document.activeElement).toBe(next)
})

const getForm = () => getRegion('Consultar por fecha')

async function lookUp(date: string, flush: () => Promise<void>) {
  fireEvent.change(getForm().getByLabelText('Fecha'), { target: { value: date } })
  fireEvent.click(getForm().getByRole('button', { name: 'Consultar' }))
  await flush()
}

test('a lookup shows the TRM in force on a Sunday and puts the day into the address', async () => {
  const { history, flush } = await openTrm()
  await lookUp('2026-11-15', flush)
  expect(history().at(-1)).toBe('/trm/?fecha=2026-11-15')
  const result = within(getForm().getByRole('status'))
  expect(result.getByText('TRM vigente el domingo, 15 de noviembre de 2026')).toBeTruthy()
  expect(getForm().getByRole('status').textContent).toContain('4.081,44')
  expect(result.getByText('Del sábado 14 al martes 17 de noviembre de 2026')).toBeTruthy()
})

test.each([
  ['2026-11-21', 'Esa fecha aún no tiene TRM: la última fijada rige hasta el 20 nov 2026.'],
  ['2020-01-01', 'No hay datos de esa fecha: la historia empieza el 4 nov 2025.'],
])('a link to the lookup of %s shows why there is no TRM', async (date, text) => {
  await openTrm(`/trm/?fecha=${date}`)
  expect(await getForm().findByText(text)).toBeTruthy()
})

test('an invalid day in the address shows a field error and requests no lookup', async () => {
  const { queries } = await openTrm('/trm/?fecha=2026-02-30')
  expect(getForm().getByLabelText('Fecha').getAttribute('aria-invalid')).toBe('true')
  expect(readText('Consultar por fecha')).toContain('La fecha no es válida.')
  expect(queries.filter(({ name }) => name === 'trmHistory')).toHaveLength(1)
})

test('a lookup of a text that is no day shows an error, also when the field is not left', async () => {
  const { flush } = await openTrm()
  await lookUp('2026-1', flush)
  expect(await getForm().findByText(/^La fecha no es válida\./)).toBeTruthy()
})

test('a lookup without a day shows an error and focuses the field', async () => {
  const { flush } = await openTrm()
  await lookUp('', flush)
  expect(readText('Consultar por fecha')).toContain('Escriba o elija una fecha.')
  expect(document.activeElement).toBe(getForm().getByLabelText('Fecha'))
})

test('a failed history does not hide the TRM in force and can be retried', async () => {
  const portal = await openTrm('/trm/', { failures: { trmHistory: { kind: 'timeout' } } })
  const retry = await getRegion('TRM por fecha').findByRole('button', { name: 'Reintentar' })
  expect(readText('TRM vigente')).toContain('4.098,17')
  portal.services.failures = {}
  act(() => fireEvent.click(retry))
  await portal.flush()
  expect(readText('TRM por fecha')).toContain('4.090,02')
})

test('the home shows the TRM in force, the estimate and the link to the history', async () => {
  await openPortal()
  const link = screen.getByRole('link', { name: 'Historia de la TRM' })
  expect(link.getAttribute('href')).toBe('/trm/')
  expect(screen.getByText('TRM vigente del viernes 20: 4.098,17')).toBeTruthy()
  expect(screen.getByText(/TRM estimada del sábado 21 al lunes 23: 4\.101,44/).textContent).toContain('No oficial')
})

test('without a connection the TRM says that it comes with the connection', async () => {
  const portal = await openPortal({ path: '/convertidor/' })
  await portal.setOnline(false)
  fireEvent.click(screen.getAllByRole('link', { name: 'TRM' })[0] as HTMLElement)
  await portal.flush()
  expect(screen.getAllByText('Los datos llegarán al volver la conexión.').length).toBeGreaterThan(0)
  await portal.setOnline(true)
  await portal.flush()
  expect(screen.queryByText('Los datos llegarán al volver la conexión.')).toBeNull()
})
