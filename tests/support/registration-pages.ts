import type { Page } from 'playwright-core'

/** Valid texts of the registration, by label. */
export const VALID_FIELDS: readonly (readonly [label: string, text: string])[] = [
  ['Nombres', 'María Fernanda'],
  ['Apellidos', 'Ordóñez Peña'],
  ['Número de identificación', '52841907'],
  ['Empresa', 'Comercializadora Ñandú'],
  ['Ciudad', 'Medellín'],
  ['Correo electrónico', 'mordonez@nandu.example'],
  ['Teléfono', '3005550187'],
]

/** Fills the whole form of the registration, except the human check. */
export async function fillRegistration(page: Page): Promise<void> {
  for (const [label, text] of VALID_FIELDS) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('Tipo de identificación', { exact: true }).click()
  await page.getByRole('option', { name: 'Cédula (C)' }).click()
  await page.getByRole('radio', { name: 'Jurídica' }).check()
  await page.getByRole('combobox', { name: 'País' }).fill('meXI')
  await page.getByRole('option', { name: 'México' }).click()
  await page.getByRole('radio', { name: 'Análisis técnico' }).check()
  await page.getByRole('checkbox', { name: 'Acepto los términos y condiciones' }).check()
  await page.getByRole('checkbox', { name: 'Autorizo el tratamiento de mis datos personales' }).check()
}
