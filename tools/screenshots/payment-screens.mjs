const PRICING = {
  path: '/precios/',
  clock: '2026-11-20T12:43:15-05:00',
  waitUntilReady: (page) => page.getByRole('region', { name: 'Anual' }).waitFor(),
}

/** Pays a plan in the sandbox. The card determines the result. */
const pay = (card, title) => async (page) => {
  await page.getByRole('region', { name: 'Anual' }).getByRole('button', { name: 'Pagar con tarjeta' }).click()
  await page.getByLabel('Correo electrónico').fill('mordonez@nandu.example')
  await page.getByRole('checkbox', { name: 'Confirme que no es un robot' }).check()
  await page.getByRole('checkbox', { name: 'Verificación completa' }).waitFor()
  await page.getByRole('button', { name: 'Continuar al pago' }).click()
  await page.getByRole('button', { name: `Usar ${card}` }).click()
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** The plans, the start of a payment and its results. */
export const PAYMENT_SCREENS = [
  { ...PRICING, name: 'precios' },
  {
    ...PRICING,
    name: 'precios-pago',
    path: '/precios/?plan=anual',
    isViewportOnly: true,
    waitUntilReady: (page) => page.getByRole('dialog').waitFor(),
  },
  { ...PRICING, name: 'pago-aprobado', act: pay('4111 1111 1111 1111', 'Pago aprobado') },
  { ...PRICING, name: 'pago-pendiente', act: pay('4000 0000 0000 0044', 'Pago pendiente') },
  { ...PRICING, name: 'pago-rechazado', act: pay('4000 0000 0000 0002', 'Pago rechazado') },
]
