import type { Page } from 'playwright-core'
import { beforeAll, describe, test } from 'vitest'

import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { expect, openPage, type PageOptions } from '#tests/support/browser.ts'
import {
  countRows,
  openTable,
  PERIODS,
  PRICE,
  selectPeriod,
  selectView,
  VIEWS,
} from '#tests/support/dashboard-pages.ts'
import { logIn, passHumanCheck, tryLogin } from '#tests/support/identity-portal.ts'
import {
  chooseCard,
  continueToPayment,
  findPayButton,
  findTitle,
  openCardPage,
  PENDING_CARD,
  REJECTED_CARD,
  submitCard,
  VISITOR_EMAIL,
  waitForCardPage,
} from '#tests/support/payment-pages.ts'
import { shareBrowser } from '#tests/support/portal.ts'
import { findPlot, formatPesos, getButton, getRegion, tabTo } from '#tests/support/portal-page.ts'
import { fillRegistration } from '#tests/support/registration-pages.ts'
import { readPathIn, TARGETS, type TargetPortal } from '#tests/support/targets.ts'

const browser = shareBrowser()

/** The panels of the home that show figures. */
const PANELS = ['Precio de cierre', 'Precio promedio', 'Precios del dólar', 'Montos del dólar', 'Divisas', 'Acciones']

const INVALID_FIELDS: readonly (readonly [label: string, text: string, message: string])[] = [
  ['Nombres', 'Ana', 'Entre 4 y 50 caracteres'],
  ['Nombres', 'María 2', 'El campo no debe contener caracteres especiales'],
  ['Apellidos', 'Pe', 'Entre 3 y 50 caracteres'],
  ['Número de identificación', '52.841.k07', 'El campo sólo debe contener números'],
  ['Número de identificación', '1'.repeat(26), 'Entre 1 y 25 caracteres'],
  ['Empresa', 'Ab', 'Entre 3 y 25 caracteres'],
  ['Ciudad', 'Bogotá, D. C.', 'El campo no debe contener caracteres especiales'],
  ['Correo electrónico', 'nandu.example', 'Escriba un correo electrónico válido'],
  ['Correo electrónico', 'a@nan.co', 'Entre 11 y 50 caracteres'],
  ['Teléfono', '300 555', 'El campo sólo debe contener números'],
  ['Teléfono', '1111110', 'El número mínimo es 1111111'],
]

const signInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión', exact: true })

describe.each(TARGETS)('on $name', ({ start, readSession }) => {
  let portal: TargetPortal
  beforeAll(async () => {
    portal = await start()
  })

  async function openAt(path: string, options: PageOptions = {}) {
    const tab = await openPage(browser(), options)
    await tab.page.goto(portal.url + path)
    return tab
  }

  /** Polls the path of a page within the portal. */
  const expectPath = (page: Page) => expect.poll(() => readPathIn(portal, page))

  /** Polls what the portal has stored of the sessions. */
  const expectSession = (page: Page) => expect.poll(() => readSession(page))

  test('the home shows the figures, the chart, the quotes and the news of the day', async () => {
    const { page, complaints } = await openAt('/')
    for (const name of PANELS) await getRegion(page, name).getByText(/\d/).first().waitFor()
    await expect(findPlot(page)).toHaveAttribute('aria-valuetext', PRICE)
    await expect(getRegion(page, 'Noticias').getByRole('heading', { level: 3 }).first()).toBeVisible()
    await page.getByText('Viernes, 20 de noviembre de 2026').waitFor()
    await page.getByText('Información con 15 minutos de retraso').waitFor()
    expect(complaints).toEqual([])
  })

  test('a client signs in and out with the keyboard only', async () => {
    const { page, complaints } = await openAt('/auth/login/')
    await page.getByLabel('Usuario').waitFor()
    await tabTo(page.getByLabel('Usuario'))
    await page.keyboard.type('demo')
    await tabTo(page.getByLabel('Contraseña', { exact: true }))
    await page.keyboard.type(DEMO_PASSWORD)
    await tabTo(getButton(page, 'Mostrar contraseña'))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveAttribute('type', 'text')
    await tabTo(page.getByRole('checkbox', { name: 'Confirme que no es un robot' }))
    await page.keyboard.press('Space')
    await page.getByRole('checkbox', { name: 'Verificación completa' }).waitFor()
    await tabTo(getButton(page, 'Iniciar sesión'))
    await page.keyboard.press('Enter')
    await getButton(page, 'Cerrar sesión').waitFor()
    await expectPath(page).toBe('/dashboard/')
    const account = page.getByRole('link', { name: 'Camila Restrepo' })
    await expect(account).toHaveAttribute('href', `${new URL(portal.url).pathname.replace(/\/$/, '')}/dashboard/`)
    await expect(page.getByRole('link', { name: 'Registro demo' })).toHaveCount(0)
    await page.getByText('En tiempo real', { exact: true }).waitFor()
    await expectSession(page).toMatchObject({ sesiones: '1', username: 'demo', key_expired: 'false' })
    await expect.poll(async () => JSON.stringify(await readSession(page))).not.toContain(DEMO_PASSWORD)
    await getButton(page, 'Cerrar sesión').focus()
    await page.keyboard.press('Enter')
    await signInLink(page).waitFor()
    await expectPath(page).toBe('/')
    await expectSession(page).toEqual({})
    expect(complaints).toEqual([])
  })

  test.each([
    ['an unknown user name', 'Usuario/Contraseña incorrectos', 'nadie', DEMO_PASSWORD],
    ['a wrong password', 'Usuario/Contraseña incorrectos', 'demodos', 'otra'],
    ['an expired account', 'La cuenta ha expirado', 'democaducada', DEMO_PASSWORD],
    ['a disabled account', 'Cuenta de usuario Inactiva', 'demoinactiva', DEMO_PASSWORD],
  ])('a login with %s shows "%s"', async (_case, message, username, password) => {
    const { page } = await openAt('/auth/login/')
    await tryLogin(page, username, password)
    await page.getByRole('group', { name: message }).waitFor()
    await expect(page.getByRole('textbox', { name: 'Usuario' })).toHaveValue(username)
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue(password)
    await expect(getButton(page, 'Iniciar sesión')).toBeDisabled()
    await expectSession(page).toEqual({})
  })

  test('Recordarme stores the user name without the password, and a sign-out does not remove it', async () => {
    const { page } = await openAt('/auth/login/')
    await page.getByRole('checkbox', { name: 'Recordarme' }).check()
    await tryLogin(page, 'demodos')
    await getButton(page, 'Cerrar sesión').waitFor()
    await page.goto(`${portal.url}/auth/login/`)
    await expectPath(page).toBe('/')
    await getButton(page, 'Cerrar sesión').click()
    await signInLink(page).waitFor()
    await page.goto(`${portal.url}/auth/login/`)
    await expect(page.getByLabel('Usuario')).toHaveValue('demodos')
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('')
  })

  test.each(['spot', 'nextday'])('every view and period of %s shows points and a table', async (market) => {
    const { page, complaints } = await openAt('/auth/login/')
    await logIn(page, portal.url, await portal.addClient())
    await page.getByRole('link', { name: market === 'spot' ? 'Spot USD/COP' : 'Next day USD/COP' }).click()
    await expectPath(page).toBe(`/dashboard/${market}/`)
    for (const view of VIEWS) {
      await selectView(page, view)
      for (const name of PERIODS) {
        await selectPeriod(page, name)
        await expect(findPlot(page)).toHaveAttribute('aria-valuetext', PRICE)
        await expect(getRegion(page, 'Gráfica').locator('figcaption')).toHaveText(PRICE)
        await openTable(page)
        await expect.poll(() => countRows(page), { message: `${view} ${name}` }).toBeGreaterThan(2)
      }
    }
    expect(complaints).toEqual([])
  })

  test('the statistics list the terms of both markets, and a column sorts them', async () => {
    const { page, complaints } = await openAt('/estadisticas/')
    for (const sector of ['IMCs/IMCs', 'IMCs/Clientes']) {
      const rows = getRegion(page, sector).locator('tbody tr')
      await expect(rows.first()).toHaveText(/^SPOT/)
      await expect(rows.last()).toHaveText(/^NEXT/)
      const head = getRegion(page, sector).getByRole('columnheader', { name: 'Merc.', exact: true })
      await head.getByRole('button').click()
      await expect(head).toHaveAttribute('aria-sort', 'ascending')
      await head.getByRole('button').click()
      await expect(head).toHaveAttribute('aria-sort', 'descending')
      await expect(rows.first()).toHaveText(/^NEXT/)
      await expect(rows.last()).toHaveText(/^SPOT/)
    }
    expect(complaints).toEqual([])
  })

  test('a lookup by keyboard shows the TRM of a Sunday and stores the date in the address', async () => {
    const { page } = await openAt('/trm/', { viewport: { width: 390, height: 900 } })
    const field = page.getByRole('textbox', { name: 'Fecha', exact: true })
    await field.fill('2026-11-15')
    await field.press('Enter')
    await page.waitForURL(/fecha=2026-11-15/)
    const value = formatPesos(await portal.findTrm('2026-11-15'))
    const result = page.getByRole('region', { name: 'Consultar por fecha' })
    await expect(result).toContainText(value, { useInnerText: true })
    await expect(field).toBeFocused()
    await page.reload()
    await expect(field).toHaveValue('2026-11-15')
    await expect(result).toContainText(value, { useInnerText: true })
  })

  test('the registration form validates each field and accepts valid fields', async () => {
    const { page } = await openAt('/auth/registro/')
    await page.getByLabel('Nombres').waitFor()
    await passHumanCheck(page)
    await getButton(page, 'Registrarme').click()
    await expect(page.getByText('El campo es requerido', { exact: true })).toHaveCount(13)
    await expect(page.getByLabel('Nombres', { exact: true })).toBeFocused()

    await fillRegistration(page)
    await expect(page.getByRole('combobox', { name: 'País' })).toHaveValue('México')
    await expect(page.getByText('El campo es requerido', { exact: true })).toHaveCount(0)
    for (const [label, text, message] of INVALID_FIELDS) {
      const field = page.getByLabel(label, { exact: true })
      const validText = await field.inputValue()
      await field.fill(text)
      await getButton(page, 'Registrarme').click()
      const error = page.locator('.text-danger').getByText(message, { exact: true })
      await error.waitFor()
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-describedby')
      await field.fill(validText)
      await error.waitFor({ state: 'detached' })
    }
    await getButton(page, 'Registrarme').click()
    await page.getByText('¡Gracias! Hemos recibido sus datos').waitFor()
  })

  test('a plan is paid with the keyboard alone', async () => {
    const { page } = await openAt('/precios/')
    const payButton = findPayButton(page, 'Anual')
    await tabTo(payButton)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect(payButton).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByLabel('Correo electrónico').waitFor()
    await expect(page.getByLabel('Correo electrónico')).toBeFocused()
    await page.keyboard.type(VISITOR_EMAIL)
    await tabTo(page.getByRole('checkbox', { name: 'Confirme que no es un robot' }))
    await page.keyboard.press('Space')
    const pay = page.getByRole('button', { name: 'Continuar al pago' })
    await expect(pay).not.toHaveAttribute('aria-disabled', 'true')
    await tabTo(pay)
    await page.keyboard.press('Enter')
    await waitForCardPage(page)
    await tabTo(page.getByRole('button', { name: /^Pagar \$/ }))
    await page.keyboard.press('Enter')
    await findTitle(page, 'Pago aprobado').waitFor()
  })

  test('a refused payment ends as Rechazado with its reason, and the plan is selected for a retry', async () => {
    const { page, complaints } = await openAt('/precios/')
    await openCardPage(page, VISITOR_EMAIL, 'Semestral')
    await chooseCard(page, REJECTED_CARD)
    await submitCard(page)
    await findTitle(page, 'Pago rechazado').waitFor()
    await page.getByText(/El banco no autorizó la transacción: .+\. No se hizo ningún cobro\./).waitFor()
    await page.getByRole('link', { name: 'Intentar de nuevo' }).click()
    await page.getByRole('dialog', { name: 'Pagar el plan Semestral' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('a pending payment of a client is in Mis pagos', async () => {
    const { page } = await openAt('/auth/login/')
    await logIn(page, portal.url, await portal.addClient())
    await page.getByRole('link', { name: 'Mis pagos' }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /Precios|planes/i })
      .first()
      .click()
    await findPayButton(page, 'Trimestral').click()
    await continueToPayment(page)
    await waitForCardPage(page)
    await chooseCard(page, PENDING_CARD)
    await submitCard(page)
    await findTitle(page, 'Pago pendiente').waitFor()
    await page.getByRole('link', { name: 'Camila Restrepo' }).click()
    await page.getByRole('link', { name: 'Mis pagos' }).click()
    await expect(getRegion(page, 'Pagos').getByText('Pendiente')).toHaveCount(1)
  })

  test('a cancelled payment shows that the window was closed', async () => {
    const { page } = await openAt('/precios/')
    await openCardPage(page, VISITOR_EMAIL)
    await page.getByText('Cancelar y volver').click()
    await page.getByText('Cerró la ventana antes de terminar.').waitFor()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
