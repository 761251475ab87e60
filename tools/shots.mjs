import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium as findChromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, ROOT } from './setup.mjs'

ensureInstalled()
ensureBuilt()
const { chromium } = await import('playwright-core')

const WIDTHS = [390, 820, 1440]
const THEMES = ['light', 'dark']
const OUT = join(ROOT, 'shots')

const NOON = '2026-11-20T12:43:15-05:00'
const PASSWORD = 'Demo#Dolar2026'

const showsButton = (name) => (page) => page.getByRole('button', { name, exact: true }).waitFor()
const alert = (page) => page.getByRole('alert').first().waitFor()
const press = (name) => (page) => page.getByRole('button', { name, exact: true }).click()

/** Signs in as far as the account is let. */
const signInAs = (username) => async (page) => {
  await page.getByLabel('Usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: 'Confirme que no es un robot' }).click()
  await page.getByRole('checkbox', { name: 'Verificación completa' }).waitFor()
  await press('Iniciar sesión')(page)
}

const SIGN_IN = { path: '/auth/login/', clock: NOON, ready: showsButton('Iniciar sesión') }

/** A screen: which day and hour the market shows, what to open, what to do before the picture. */
const SCREENS = [
  { name: 'inicio', clock: NOON },
  {
    name: 'inicio-cruz',
    clock: NOON,
    act: async (page) => {
      const plot = page.getByRole('slider', { name: 'Punto de la gráfica' })
      await plot.focus()
      for (let i = 0; i < 4; i += 1) await page.keyboard.press('PageUp')
    },
    viewportOnly: true,
  },
  {
    name: 'inicio-menu',
    clock: NOON,
    below: 1200,
    act: (page) => page.getByRole('button', { name: 'Abrir menú' }).click(),
    viewportOnly: true,
  },
  {
    name: 'inicio-fallas',
    clock: NOON,
    block: '**/api/**',
    ready: (page) => page.getByRole('button', { name: 'Reintentar' }).first().waitFor(),
  },
  { name: 'inicio-domingo', clock: '2026-11-22T11:00:00-05:00', viewportOnly: true },
  {
    name: 'inicio-festivo-usa',
    clock: '2026-11-11T11:00:00-05:00',
    viewportOnly: true,
    ready: (page) => page.getByText('DIA FESTIVO en USA').waitFor(),
  },
  { ...SIGN_IN, name: 'ingreso' },
  {
    ...SIGN_IN,
    name: 'ingreso-rechazado',
    act: async (page) => {
      await signInAs('democaducada')(page)
      await alert(page)
    },
  },
  {
    ...SIGN_IN,
    name: 'terminos',
    act: async (page) => {
      await signInAs('demoterminos')(page)
      await page.getByRole('dialog', { name: 'Términos y condiciones' }).waitFor()
    },
    viewportOnly: true,
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
    ...SIGN_IN,
    name: 'tablero',
    act: async (page) => {
      await signInAs('demo')(page)
      await page.getByText('En tiempo real').first().waitFor()
      await chartDrawn(page)
    },
    signsOut: true,
  },
  { path: '/auth/recuperar-contrasena/', clock: NOON, name: 'recuperar', ready: showsButton('Enviar') },
  { path: '/auth/registro/', clock: NOON, name: 'registro', ready: showsButton('Registrarme') },
  {
    path: '/auth/registro/',
    clock: NOON,
    name: 'registro-errores',
    ready: showsButton('Registrarme'),
    act: async (page) => {
      await page.getByLabel('Número de identificación').fill('52.841.k07')
      await page.keyboard.press('Tab')
    },
  },
]

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

async function startedServer(clock) {
  const port = await freePort()
  const data = mkdtempSync(join(tmpdir(), 'mercado-dolar-shots-'))
  const server = spawn(process.execPath, [join(ROOT, 'dist', 'server', 'main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: data, MARKET_CLOCK: clock, DEMO_DATA: 'on' },
  })
  const url = `http://localhost:${port}`
  for (;;) {
    const answer = await fetch(`${url}/config.json`).catch(() => null)
    if (answer?.ok) break
    if (server.exitCode !== null) throw new Error('El servidor no inició.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        server.on('exit', () => {
          rmSync(data, { recursive: true, force: true })
          resolve()
        })
        server.kill('SIGTERM')
      }),
  }
}

const chartDrawn = (page) =>
  page
    .getByRole('slider', { name: 'Punto de la gráfica' })
    .waitFor()
    .then(() => page.waitForTimeout(400))

async function shoot(browser, url, screen, width, theme) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme, locale: 'es-CO' })
  const page = await context.newPage()
  if (screen.block) await page.route(screen.block, (route) => route.abort())
  await page.goto(`${url}${screen.path ?? '/'}`)
  await (screen.ready ?? chartDrawn)(page)
  await screen.act?.(page)
  const path = join(OUT, `${screen.name}-${width}-${theme === 'dark' ? 'oscuro' : 'claro'}.png`)
  await page.screenshot({ path, fullPage: !screen.viewportOnly, animations: 'disabled' })
  // One session an account: the next picture signs in anew.
  if (screen.signsOut)
    await page.evaluate(() =>
      fetch('/api/market/users/logout', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
    )
  await context.close()
  console.log(path)
}

const wanted = process.argv.slice(2)
const screens = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const executablePath = findChromium()
if (!executablePath) {
  console.error('No hay Chromium: instálelo o indique su ruta en CHROMIUM.')
  process.exit(1)
}
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--headless=new', '--disable-gpu'] })
for (const clock of new Set(screens.map((screen) => screen.clock))) {
  const server = await startedServer(clock)
  for (const screen of screens.filter((candidate) => candidate.clock === clock))
    for (const width of WIDTHS.filter((candidate) => candidate < (screen.below ?? Number.POSITIVE_INFINITY)))
      for (const theme of THEMES) await shoot(browser, server.url, screen, width, theme)
  await server.stop()
}
await browser.close()
