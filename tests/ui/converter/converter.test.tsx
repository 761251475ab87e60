import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { INVALID_DATE } from '#src/application/platform/form-errors.ts'
import { DAY_MS } from '#src/domain/time/bogota.ts'
import { getRegion, openPortal, readText } from '#tests/ui/portal.tsx'

async function openConverter(query = '', options: Parameters<typeof openPortal>[0] = {}) {
  const portal = await openPortal({ path: `/convertidor/${query}`, ...options })
  await screen.findByRole('region', { name: 'Resultado' })
  await portal.flush()
  return portal
}

const readResult = () => getRegion('Resultado').getByRole('status', { name: 'Resultado' }).textContent
const readSentence = () => getRegion('Resultado').getByLabelText<HTMLTextAreaElement>('Para copiar').value
const type = (label: string, value: string) =>
  fireEvent.change(getRegion('Datos').getByLabelText(label), { target: { value } })
const choose = (name: string) => fireEvent.click(getRegion('Datos').getByRole('radio', { name }))

test('the page starts with 1.000 dollars at the TRM of today, its validity, source and age', async () => {
  await openConverter()
  expect(document.title).toBe('Convertidor | Mercado Dólar')
  expect(readResult()).toBe('$\u00a04.098.170,00')
  expect(readText('Resultado')).toContain('Tasa4.098,17 pesos por dólarFuenteTRM')
  expect(readText('Resultado')).toContain('VigenciaVigente el viernes, 20 de noviembre de 2026EdadConsultada a las')
  expect(readSentence()).toBe('US$ 1.000,00 son $ 4.098.170,00 a la TRM de 4.098,17 vigente el 20 nov 2026.')
})

test('the fields are in the address, and an address sets the fields', async () => {
  const { history } = await openConverter('?de=cop&monto=1.000.000&tasa=propia&valor=4.000,5')
  expect(readResult()).toBe('US$\u00a0249,97')
  expect(readSentence()).toBe('$ 1.000.000,00 son US$ 249,97 a una tasa de 4.000,50.')
  type('Monto en pesos', '4.000.500')
  expect(readResult()).toBe('US$\u00a01.000,00')
  choose('Dólares a pesos')
  expect(history().at(-1)).toBe('/convertidor/?monto=4.000.500&tasa=propia&valor=4.000%2C5')
})

test('an amount that is no number is kept, with a sentence in the place of the result', async () => {
  await openConverter()
  type('Monto en dólares', '1.50')
  expect(getRegion('Datos').getByText('Escriba una cifra, con coma antes de los decimales: 1.500.000,50')).toBeTruthy()
  expect(getRegion('Datos').getByLabelText<HTMLInputElement>('Monto en dólares').value).toBe('1.50')
  expect(readResult()).toBe('—')
  type('Monto en dólares', '1.500,50')
  expect(readResult()).toBe('$\u00a06.149.304,09')
})

test('a rate of more than four decimals, or of nothing, is refused with a sentence', async () => {
  await openConverter('?tasa=propia')
  expect(getRegion('Datos').getByText('Escriba la tasa en pesos por dólar')).toBeTruthy()
  type('Pesos por dólar', '4.102,12345')
  expect(getRegion('Datos').getByText('La tasa tiene como máximo cuatro decimales')).toBeTruthy()
})

test('the TRM of a Sunday says which TRM is in force', async () => {
  await openConverter('?fecha=2026-11-15')
  expect(readResult()).toBe('$\u00a04.081.440,00')
  expect(readText('Resultado')).toContain(
    'El domingo 15 de noviembre es fin de semana: rige la TRM del 14 nov 2026 al 17 nov 2026.',
  )
})

test.each([
  ['?fecha=2026-12-24', 'Esa fecha aún no tiene TRM'],
  ['?tasa=cierre&fecha=2026-12-24', 'Esa fecha aún no llega: hoy es 20 nov 2026.'],
])('%s says why there is no rate', async (query, sentence) => {
  await openConverter(query)
  expect(readText('Resultado')).toContain(sentence)
})

test.each(['', 'tasa=cierre&', 'tasa=promedio&'])(
  'before the history, ?%s says from when it is, without a retry (D130)',
  async (rate) => {
    const { services, refresh } = await openConverter(`?${rate}fecha=2025-03-04`, {
      failures: { closeAndAverage: { kind: 'rejected', status: 404, message: null } },
    })
    expect(readText('Resultado')).toContain('No hay datos de esa fecha: la historia empieza el 4 nov 2025.')
    expect(getRegion('Resultado').queryByRole('button', { name: 'Reintentar' })).toBeNull()
    services.failures.days = { kind: 'timeout' }
    await refresh(DAY_MS)
    expect(getRegion('Resultado').queryByRole('button', { name: 'Reintentar' })).toBeNull()
  },
)

test('a price that the service cannot read now can be read again', async () => {
  const { services, flush } = await openConverter('?tasa=cierre&fecha=2026-11-18', {
    failures: { closeAndAverage: { kind: 'server-error', status: 500, message: null } },
  })
  services.failures = {}
  fireEvent.click(getRegion('Resultado').getByRole('button', { name: 'Reintentar' }))
  await flush()
  expect(readResult()).toMatch(/\d/)
})

test('the last price and the average name their day, their delay and the last deal', async () => {
  const { flush } = await openConverter('?tasa=cierre')
  expect(readResult()).toBe('$\u00a04.102.350,00')
  expect(readText('Resultado')).toContain('Último precio del mercado spot, con 15 minutos de retraso')
  expect(readText('Resultado')).toContain('última operación a las 12:28')
  choose('Promedio')
  await flush()
  expect(readResult()).toBe('$\u00a04.101.620,00')
  expect(readSentence()).toContain('al promedio de 4.101,62 del 20 nov 2026')
})

test('the home has a compact converter with a link to the same amount', async () => {
  await openPortal()
  const panel = getRegion('Convertidor')
  expect(readText('Convertidor')).toContain('TRM 4.098,17$ 4.098.170,00Último 4.102,35$ 4.102.350,00')
  fireEvent.change(panel.getByLabelText('Monto'), { target: { value: '2.000' } })
  expect(readText('Convertidor')).toContain('$ 8.196.340,00')
  const link = within(screen.getByRole('region', { name: 'Convertidor' })).getByRole('link')
  expect(link.getAttribute('href')).toBe('/convertidor/?monto=2.000')
})

test('Copiar copies the sentence and says so, until the sentence changes', async () => {
  const { ports, flush } = await openConverter()
  fireEvent.click(getRegion('Resultado').getByRole('button', { name: 'Copiar' }))
  await flush()
  expect(ports.clipboard.text()).toBe(readSentence())
  expect(getRegion('Resultado').getByText('Copiado.')).toBeTruthy()
  type('Monto en dólares', '2')
  expect(getRegion('Resultado').queryByText('Copiado.')).toBeNull()
  ports.clipboard.setAllowed(false)
  fireEvent.click(getRegion('Resultado').getByRole('button', { name: 'Copiar' }))
  await flush()
  expect(getRegion('Resultado').getByText('El navegador no permite copiar.')).toBeTruthy()
})

test('the converter of the home says that a result is too large (D130)', async () => {
  const portal = await openPortal({ path: '/' })
  const region = await screen.findByRole('region', { name: 'Convertidor' })
  await portal.flush()
  fireEvent.change(within(region).getByLabelText('Monto'), { target: { value: '9999999999999' } })
  expect(region.textContent).toContain('El resultado pasa de 9.999.999.999.999,99')
})

test('a text that is no day has no result, and stays in the address and in the field (D130)', async () => {
  const { history } = await openConverter('?monto=10&fecha=2026-11-18')
  expect(readResult()).toMatch(/\d/)
  const field = getRegion('Datos').getByLabelText<HTMLInputElement>(/^Fecha/)
  fireEvent.change(field, { target: { value: '2026-02-30' } })
  fireEvent.blur(field)
  expect(readText('Resultado')).not.toMatch(/\d/)
  expect(field.value).toBe('2026-02-30')
  expect(readText('Datos')).toContain(INVALID_DATE)
  expect(history().at(-1)).toContain('fecha=2026-02-30')
})

test('without a connection, the TRM of an earlier day keeps its date, and its age has a day (D130)', async () => {
  const { services, refresh } = await openConverter()
  services.failures.trmNow = { kind: 'timeout' }
  await refresh(3 * DAY_MS)
  expect(readText('Resultado')).toContain(
    'EdadSin conexión con el servidor: tasa consultada el viernes 20 de noviembre a las 12:43',
  )
  expect(readSentence()).toBe('US$ 1.000,00 son $ 4.098.170,00 a la TRM de 4.098,17 vigente el 20 nov 2026.')
})

test('without a connection the rate stays with its age, and that of another date is not saved (D75)', async () => {
  const { setOnline } = await openConverter()
  await setOnline(false)
  expect(readResult()).toBe('$\u00a04.098.170,00')
  expect(readText('Resultado')).toContain('EdadSin conexión con el servidor: tasa de las 12:43')
  type('Monto en dólares', '2.000')
  expect(readResult()).toBe('$\u00a08.196.340,00')
  fireEvent.change(getRegion('Datos').getByLabelText(/^Fecha/), { target: { value: '2026-11-18' } })
  expect(readText('Resultado')).toContain('Sin conexión: esta tasa no está guardada en este dispositivo.')
  await setOnline(true)
  expect(readResult()).toBe('$\u00a08.171.200,00')
})
