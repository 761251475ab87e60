import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { expect, openPage } from '#tests/support/browser.ts'
import { type IdentityPortal, startIdentityPortal } from '#tests/support/identity-portal.ts'
import { fillImcLogin, openImcLogin, signInToImc } from '#tests/support/imc-pages.ts'
import { expectAccessible, expectMainFits, expectNoSidewaysScroll } from '#tests/support/page-checks.ts'
import { shareBrowser } from '#tests/support/portal.ts'
import { getButton, readPath } from '#tests/support/portal-page.ts'

let portal: IdentityPortal
const browser = shareBrowser()
beforeAll(async () => {
  portal = await startIdentityPortal()
})

async function signIn(username: string) {
  const { page } = await openPage(browser())
  await signInToImc(page, portal.url, username)
  return page
}

const getSession = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

test('an administrator ends a session by keyboard, and the ended browser says why within seconds (D95)', async () => {
  const operator = await signIn('operador')
  const page = await signIn('admin')
  await page.getByRole('link', { name: 'Sesiones' }).press('Enter')
  await expect(getSession(page, 'Paula Ibáñez Cárdenas')).toContainText('Esta sesión')
  const row = getSession(page, 'Andrés Camilo Peñuela')
  await expect(row).toContainText('en Linux')
  await expectAccessible(page)
  await expectMainFits(page)
  await expectNoSidewaysScroll(page)

  await row.getByRole('button', { name: 'Cerrar', exact: true }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: '¿Cerrar la sesión?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row.getByRole('button', { name: 'Cerrar', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cerrar la sesión' }).press('Enter')
  await expect(page.getByText('Se cerró 1 sesión.').first()).toBeVisible()
  await expect(row).toHaveCount(0)

  await expect.poll(() => readPath(operator), { timeout: 15_000 }).toBe('/imc/login')
  await expect(operator.getByText('Un administrador de su entidad cerró su sesión.').first()).toBeVisible()

  await operator.close()
  await getButton(page, 'Menú de Paula Ibáñez Cárdenas, PA').click()
  await page.getByRole('menuitem', { name: 'Sesiones' }).click()
  await expect(getButton(page, 'Cerrar todas las demás')).toBeDisabled()
})

test('an administrator recovers a user by keyboard and deactivates another administrator on a phone (D111)', async () => {
  const other = await openPage(browser())
  await openImcLogin(other.page, portal.url)
  const page = await signIn('admin')
  await page.getByRole('link', { name: 'Accesos' }).press('Enter')
  const reader = getSession(page, 'Andrés Camilo Peñuela')
  await expect(reader).toContainText('Activo')
  await expectAccessible(page)
  await expectMainFits(page)
  await expectNoSidewaysScroll(page)
  const send = reader.getByRole('button', { name: 'Enviar clave temporal' })
  await send.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: '¿Enviar una clave temporal?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Enviar clave temporal' }).press('Enter')
  await expect(reader).toContainText(/Clave temporal\s*hasta 2/)

  await expectMainFits(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const card = page.getByRole('listitem').filter({ hasText: 'Helena Bermúdez Sáenz' })
  await card.getByRole('button', { name: 'Desactivar' }).click()
  const confirmation = page.getByRole('alertdialog', { name: '¿Desactivar al administrador?' })
  await expect(confirmation).toContainText('Usted queda como el único administrador que puede ingresar.')
  await confirmation.getByRole('button', { name: 'Desactivar' }).click()
  await expect(card).toContainText('Inactivo')
  await expectAccessible(page)

  await fillImcLogin(other.page, 'nuevo')
  await expect(other.page.getByText('Su usuario está inactivo.').first()).toBeVisible()
})
