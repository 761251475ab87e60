import { PAYMENT_SCREENS } from './payment-screens.mjs'

export const OPEN_MARKET = '2026-11-20T12:43:15-05:00'
export const PASSWORD = 'Demo#Dolar2026'

export const waitForButton = (name) => (page) => page.getByRole('button', { name, exact: true }).waitFor()
export const waitForFirstButton = (name) => (page) => page.getByRole('button', { name, exact: true }).first().waitFor()
export const waitForAlert = (page) => page.getByRole('alert').first().waitFor()
export const press = (name) => (page) => page.getByRole('button', { name, exact: true }).click()

/** Fills and submits the login. Some accounts then accept terms or change their password. */
export const signInAs = (username) => async (page) => {
  await page.getByLabel('Usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: 'Confirme que no es un robot' }).click()
  await page.getByRole('checkbox', { name: 'Verificación completa' }).waitFor()
  await press('Iniciar sesión')(page)
}

export const findPlot = (page) => page.getByRole('slider', { name: 'Punto de la gráfica' })
const waitForTables = (page) =>
  page
    .getByRole('region', { name: 'IMCs/Clientes', exact: true })
    .getByText(/\$\s\d/)
    .first()
    .waitFor()

/** Moves the crosshair to the middle of the chart. */
const moveCrosshair = async (page) => {
  await findPlot(page).focus()
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('PageUp')
}

/** Pauses the list of deals and shows its end. */
const pauseDeals = async (page) => {
  await press('Pausar')(page)
  await page.getByRole('group', { name: 'Últimas operaciones' }).evaluate((list) => list.scrollTo(0, list.scrollHeight))
}

export const SIGN_IN = { path: '/auth/login/', clock: OPEN_MARKET, waitUntilReady: waitForButton('Iniciar sesión') }

const US_HOLIDAY = '2026-11-11T11:00:00-05:00'
const SUNDAY = '2026-11-22T11:00:00-05:00'
const SPOT = { isClient: true, path: '/dashboard/spot/', clock: OPEN_MARKET }
const STATISTICS = { path: '/estadisticas/', clock: OPEN_MARKET, waitUntilReady: waitForTables }

const createSpotScreen = (name, query) => ({
  ...SPOT,
  name: `spot-${name}`,
  path: `/dashboard/spot/?${query}`,
  isViewportOnly: true,
})

/** Screens of signed-in clients. */
const CLIENT_SCREENS = [
  { ...SPOT, name: 'tablero', path: '/dashboard/' },
  { ...SPOT, name: 'spot' },
  createSpotScreen('5d', 'periodo=5d'),
  createSpotScreen('promedios', 'vista=promedios'),
  createSpotScreen('promedios-6m', 'vista=promedios&periodo=6m'),
  createSpotScreen('velas', 'vista=velas'),
  createSpotScreen('velas-1m', 'vista=velas&periodo=1m'),
  createSpotScreen('velas-1a', 'vista=velas&periodo=1a'),
  createSpotScreen('bollinger', 'vista=bollinger'),
  createSpotScreen('bollinger-1m', 'vista=bollinger&periodo=1m'),
  { ...SPOT, name: 'spot-operaciones', path: '/dashboard/spot/?minimo=mil', act: pauseDeals },
  createSpotScreen('tramo', 'desde=2026-11-20T10:00&hasta=2026-11-20T11:30'),
  { ...SPOT, name: 'spot-cruz', act: moveCrosshair, isViewportOnly: true },
  { ...createSpotScreen('velas-cruz', 'vista=velas&periodo=1m'), act: moveCrosshair },
  {
    ...SPOT,
    name: 'spot-tabla',
    act: async (page) => {
      await page.getByRole('button', { name: 'Ver como tabla' }).click()
      await moveCrosshair(page)
    },
  },
  {
    ...SPOT,
    name: 'spot-menu',
    belowWidth: 1200,
    act: async (page) => {
      await press('Abrir menú')(page)
      await page.getByRole('dialog', { name: 'Mercado' }).waitFor()
    },
    isViewportOnly: true,
  },
  {
    ...SPOT,
    name: 'spot-fallas',
    blockedUrls: /\/api\/(market|publico)\//,
    waitUntilReady: waitForFirstButton('Reintentar'),
  },
  {
    ...SPOT,
    name: 'spot-detenido',
    usesFakeTimers: true,
    isViewportOnly: true,
    act: async (page) => {
      await page.route('**/api/**', (route) => route.abort())
      await page.clock.runFor(7 * 60_000)
      await page.getByText('no se actualizan desde').waitFor()
    },
  },
  { ...SPOT, name: 'alertas', path: '/dashboard/alertas/', waitUntilReady: waitForFirstButton('Crear alerta') },
  { ...SPOT, name: 'nextday', path: '/dashboard/nextday/' },
  { ...SPOT, name: 'spot-festivo', clock: US_HOLIDAY, isViewportOnly: true },
  { ...SPOT, name: 'nextday-festivo', path: '/dashboard/nextday/', clock: US_HOLIDAY, isViewportOnly: true },
  { ...SPOT, name: 'spot-domingo', clock: SUNDAY, isViewportOnly: true },
  { ...STATISTICS, name: 'tablero-estadisticas', path: '/dashboard/estadisticas/', isClient: true },
]

const TRM = { path: '/trm/', clock: OPEN_MARKET }

const TRM_SCREENS = [
  {
    path: '/convertidor/?fecha=2026-11-15',
    clock: OPEN_MARKET,
    name: 'convertidor',
    waitUntilReady: (page) => page.getByLabel('Para copiar').waitFor(),
  },
  { ...TRM, name: 'trm' },
  {
    path: '/widget/',
    clock: OPEN_MARKET,
    name: 'widget',
    waitUntilReady: (page) => page.getByText('Mercado abierto').waitFor(),
  },
  { name: 'dia', path: '/dia/2026-11-18/?comparar=2026-11-17', clock: OPEN_MARKET },
  {
    name: 'dia-festivo',
    path: '/dia/2026-11-16/',
    clock: OPEN_MARKET,
    isViewportOnly: true,
    waitUntilReady: (page) => page.getByText('fue festivo').waitFor(),
  },
  {
    name: 'dias',
    path: '/dias/2026-10/',
    clock: OPEN_MARKET,
    waitUntilReady: (page) =>
      page
        .getByRole('link', { name: /octubre de 2026/ })
        .first()
        .waitFor(),
  },
  { ...TRM, name: 'trm-fecha', path: '/trm/?periodo=1a&fecha=2026-03-07' },
  { ...TRM, name: 'trm-error', path: '/trm/?periodo=todo&fecha=2030-01-01', isViewportOnly: true },
  { ...TRM, name: 'trm-domingo', clock: SUNDAY, isViewportOnly: true },
]

const STATISTICS_SCREENS = [
  { ...STATISTICS, name: 'estadisticas' },
  {
    ...STATISTICS,
    name: 'estadisticas-orden',
    act: async (page) => {
      const table = page.getByRole('region', { name: 'Tabla IMCs/IMCs', exact: true })
      for (let i = 0; i < 2; i += 1) await table.getByRole('button', { name: 'No. Trans.' }).click()
      await table.evaluate((element) => element.scrollTo(220, 0))
      await page.getByRole('button', { name: 'Descargar CSV' }).first().click()
      await page.getByText('Archivo descargado').waitFor()
    },
    allowsAnimations: true,
    isViewportOnly: true,
  },
  {
    ...STATISTICS,
    name: 'estadisticas-fallas',
    blockedUrls: '**/estadisticasMercado**',
    waitUntilReady: waitForFirstButton('Reintentar'),
    isViewportOnly: true,
  },
  { ...STATISTICS, name: 'estadisticas-domingo', clock: SUNDAY, isViewportOnly: true },
  { ...STATISTICS, name: 'estadisticas-festivo-usa', clock: US_HOLIDAY, isViewportOnly: true },
]

/**
 * Each screen has a market clock; it may have an address and an action before the screenshot. A
 * screen with `belowWidth` is taken only at smaller widths.
 */
export const PORTAL_SCREENS = [
  { name: 'inicio', clock: OPEN_MARKET },
  {
    name: 'inicio-cruz',
    clock: OPEN_MARKET,
    act: moveCrosshair,
    isViewportOnly: true,
  },
  {
    name: 'inicio-menu',
    clock: OPEN_MARKET,
    belowWidth: 1200,
    act: (page) => page.getByRole('button', { name: 'Abrir menú' }).click(),
    isViewportOnly: true,
  },
  {
    name: 'inicio-fallas',
    clock: OPEN_MARKET,
    blockedUrls: '**/api/**',
    waitUntilReady: waitForFirstButton('Reintentar'),
  },
  { name: 'inicio-domingo', clock: SUNDAY, isViewportOnly: true },
  {
    name: 'inicio-festivo-usa',
    clock: US_HOLIDAY,
    isViewportOnly: true,
    waitUntilReady: (page) => page.getByText('DIA FESTIVO en USA').waitFor(),
  },
  { ...SIGN_IN, name: 'ingreso' },
  {
    ...SIGN_IN,
    name: 'ingreso-rechazado',
    act: async (page) => {
      await signInAs('democaducada')(page)
      await waitForAlert(page)
    },
  },
  {
    ...SIGN_IN,
    name: 'terminos',
    act: async (page) => {
      await signInAs('demoterminos')(page)
      await page.getByRole('dialog', { name: 'Términos y condiciones' }).waitFor()
    },
    isViewportOnly: true,
  },
  {
    ...SIGN_IN,
    name: 'contrasena-expirada',
    act: async (page) => {
      await signInAs('demovencida')(page)
      await page.getByLabel('Nueva contraseña').fill('Orquidea2026marz')
    },
    signsOut: true,
  },
  {
    path: '/auth/recuperar-contrasena/',
    clock: OPEN_MARKET,
    name: 'recuperar',
    waitUntilReady: waitForButton('Enviar'),
  },
  { path: '/auth/registro/', clock: OPEN_MARKET, name: 'registro', waitUntilReady: waitForButton('Registrarme') },
  {
    path: '/auth/registro/',
    clock: OPEN_MARKET,
    name: 'registro-errores',
    waitUntilReady: waitForButton('Registrarme'),
    act: async (page) => {
      await page.getByLabel('Número de identificación').fill('52.841.k07')
      await page.keyboard.press('Tab')
    },
  },
  ...CLIENT_SCREENS,
  ...STATISTICS_SCREENS,
  ...TRM_SCREENS,
  ...PAYMENT_SCREENS,
]
