import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MemoryDownloads } from '#src/adapters/memory/platform.ts'
import { getRow, openImc, press } from '#tests/ui/imc/imc-portal.tsx'

const openCosts = async () => {
  const portal = await openImc({ path: '/imc/Costos' })
  await screen.findByRole('rowheader', { name: 'USD-PRO-10' })
  return portal
}

const readTexts = (cells: readonly HTMLElement[]) =>
  cells.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))

test('a package shows its screens, its monthly cost, its cost per user and the cost of free screens', async () => {
  await openCosts()
  expect(readTexts(within(getRow('USD-PRO-10')).getAllByRole('cell'))).toEqual([
    ...['Dólar profesional', '20', '11', '1', '8'],
    ...['$ 3.685.000,00', '$ 335.000,00', '$ 1.474.000,00'],
  ])
})

test('the page starts with the cost of unused screens and links to their packages (D97)', async () => {
  await openCosts()
  const lead = screen.getByText(/^\$ [\d.]+ de \$ [\d.]+ al mes no se usan \(\d+ %\)$/)
  const chart = screen.getByRole('list', { name: 'Sin usar, por paquete' })
  const item = within(chart).getByRole('link', { name: 'USD-PRO-10' }).closest('li')
  expect(item?.textContent?.replaceAll('\u00a0', ' ')).toBe('USD-PRO-10$ 1.474.000 al mes, 8 de 20 sin usar')
  expect(lead.compareDocumentPosition(chart)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await act(async () => fireEvent.click(within(chart).getByRole('link', { name: 'USD-PRO-10' })))
  await screen.findByRole('heading', { name: 'Suscripciones de USD-PRO-10' })
})

test('the totals on the page and in the CSV file equal the sum of the subscriptions', async () => {
  const { imc, ports, portal } = await openCosts()
  const groups = await imc.packages.groups()
  const results = await Promise.all(
    (groups.ok ? groups.value : []).map(({ packageId }) => imc.packages.subscriptions(packageId)),
  )
  const cost = results
    .flatMap((result) => (result.ok ? result.value : []))
    .reduce((sum, { monthlyCost }) => sum + monthlyCost, 0)
  expect(screen.getByText('Costo mensual', { selector: 'dt' }).nextElementSibling?.textContent).toBe(
    `$${cost.toLocaleString('es-ES', { minimumFractionDigits: 2 })}COP`,
  )
  await press('Descargar CSV')
  const [file] = (ports.downloads as MemoryDownloads).files()
  expect(file?.name).toBe('costos-2026-11-21.csv')
  const lines =
    file?.text
      .trim()
      .split('\r\n')
      .map((line) => line.split(';')) ?? []
  expect(lines.at(-1)?.[0]).toBe('Total')
  // The heading and the total are not rows of the list.
  expect(portal.toasts.getSnapshot().current?.text).toMatch(new RegExp(`, ${lines.length - 2} filas$`))
  expect(Number(lines.at(-1)?.[6])).toBe(cost)
})
