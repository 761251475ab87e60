import { beforeAll, describe, test } from 'vitest'

import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { expect, openPage } from '#tests/support/browser.ts'
import {
  createPdf,
  DOCUMENTS,
  fillImcLogin,
  getFileInput,
  getRow,
  getScreenRow,
  openScreens,
  readNewestReference,
  signInToImc,
} from '#tests/support/imc-pages.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#tests/support/page-checks.ts'
import { shareBrowser } from '#tests/support/portal.ts'
import { getButton, readQuery, tabTo } from '#tests/support/portal-page.ts'
import { readPathIn, TARGETS, type TargetPortal } from '#tests/support/targets.ts'

const browser = shareBrowser()

describe.each(TARGETS)('on $name', ({ start }) => {
  let portal: TargetPortal
  beforeAll(async () => {
    portal = await start()
  })

  async function signIn(username: string) {
    const { page } = await openPage(browser())
    await signInToImc(page, portal.url, username)
    return page
  }

  test('the administrator signs in by keyboard, and the login is accessible, also with its error', async () => {
    const { page } = await openPage(browser())
    await page.goto(`${portal.url}/imc/login`)
    await getButton(page, 'Iniciar Sesión').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await getButton(page, 'Iniciar Sesión').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Iniciar Sesión' }).waitFor()
    await page.getByLabel('Entidad').focus()
    await page.keyboard.type('andina')
    await page.keyboard.press('Tab')
    await page.keyboard.type('admin')
    await page.keyboard.press('Tab')
    await page.keyboard.type('otra clave')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: /Usuario no encontrado o inactivo/ }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Clave').fill('')
    await page.getByLabel('Clave').focus()
    await page.keyboard.type(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Mis usuarios' }).waitFor()
    await expect.poll(() => readPathIn(portal, page)).toBe('/imc/MisUsuarios')
  })

  test('after three wrong passwords the right one signs in, after a check that needs nothing of the user', async () => {
    const { page } = await openPage(browser())
    await page.goto(`${portal.url}/imc/login`)
    await getButton(page, 'Iniciar Sesión').click()
    await page.getByLabel('Entidad').fill('andina')
    await page.getByLabel('Nombre de usuario').fill('operador')
    const submit = page.locator('button[type=submit]')
    for (const password of ['otra clave 1', 'otra clave 2', 'otra clave 3', DEMO_PASSWORD]) {
      await page.getByLabel('Clave').fill(password)
      await submit.click()
      if (password !== DEMO_PASSWORD) await expect(submit).toHaveText('Entrar')
    }
    await page.getByRole('heading', { name: 'Mis usuarios' }).waitFor()
  })

  test('a login returns to the guarded address with its query', async () => {
    const { page } = await openPage(browser())
    await page.goto(`${portal.url}/imc/MisUsuarios?estado=inactivos`)
    await getButton(page, 'Iniciar Sesión').click()
    await fillImcLogin(page, 'admin')
    await page.getByRole('heading', { name: 'Mis usuarios' }).waitFor()
    await expect.poll(() => readQuery(page)).toBe('?estado=inactivos')
  })

  test('search and filter are stored in the address, and a reload restores them', async () => {
    const page = await signIn('admin')
    await page.getByRole('searchbox', { name: 'Buscar por Nombre' }).fill('nino')
    await expect(page.getByRole('rowheader')).toHaveText(['César Augusto Niño'])
    await page.getByRole('radio', { name: 'Activos', exact: true }).check()
    await expect.poll(() => readQuery(page)).toBe('?buscar=nino&estado=activos')
    await page.reload()
    await getRow(page, 'César Augusto Niño').waitFor()
    await expect(page.getByRole('searchbox')).toHaveValue('nino')
    await expect(page.getByRole('rowheader')).toHaveCount(1)
  })

  test('a screen is linked with the keyboard alone', async () => {
    const page = await signIn('admin')
    await openScreens(page)
    await getScreenRow(page, 'P-08').getByRole('button', { name: 'Vincular' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Usuarios asignables' })
    const profile = dialog.getByLabel('Perfil')
    await profile.waitFor()
    await tabTo(profile)
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Operador dólar' }).waitFor()
    await page.keyboard.press('Enter')
    await tabTo(dialog.getByRole('radio').first())
    await page.keyboard.press('Space')
    // A single listener for all files: without a listener the browser opens its file dialog.
    let attachedCount = 0
    page.on('filechooser', (chooser) => {
      attachedCount += 1
      return chooser.setFiles(createPdf(`teclado-${attachedCount}.pdf`))
    })
    for (const [i, label] of DOCUMENTS.entries()) {
      await getFileInput(page, label).waitFor()
      await tabTo(getFileInput(page, label))
      await page.keyboard.press('Enter')
      await dialog.getByText(`teclado-${i + 1}.pdf`).waitFor()
    }
    const press = async (name: string) => {
      await tabTo(getButton(page, name))
      await page.keyboard.press('Enter')
    }
    await press('Enviar')
    await page.getByRole('alertdialog').waitFor()
    await press('Confirmar vinculación')
    await readNewestReference(page)
  })
})
