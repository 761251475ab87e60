import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findChromium } from './chromium.mjs'
import { readCommandLine, refuseCommandLine } from './command-line.mjs'
import { chooseSubscription, IMC_SCREENS, signInEntity } from './screenshots/imc-screens.mjs'
import { findPlot, PORTAL_SCREENS, SIGN_IN, signInAs } from './screenshots/portal-screens.mjs'
import { ensureBuilt, ensureInstalled, ROOT } from './setup.mjs'

/** Names of the selected screens. `imc-*` selects all names that begin with `imc-`. */
const { positionals: selectedNames } = readCommandLine({ allowPositionals: true })
const ALL_SCREENS = [...PORTAL_SCREENS, ...IMC_SCREENS]
const createFilter = (pattern) => (screen) =>
  pattern.endsWith('*') ? screen.name.startsWith(pattern.slice(0, -1)) : screen.name === pattern
const unknownNames = selectedNames.filter((pattern) => !ALL_SCREENS.some(createFilter(pattern)))
if (unknownNames.length > 0) refuseCommandLine(`Pantallas desconocidas: ${unknownNames.join(', ')}`)
const screens = ALL_SCREENS.filter(
  (screen) => selectedNames.length === 0 || selectedNames.some((pattern) => createFilter(pattern)(screen)),
)

ensureInstalled()
ensureBuilt()
const { chromium } = await import('playwright-core')

const WIDTHS = [390, 820, 1440]
const THEMES = ['light', 'dark']
const OUT = join(ROOT, 'shots')

const findFreePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

async function startServer(clock) {
  const port = await findFreePort()
  const data = mkdtempSync(join(tmpdir(), 'mercado-dolar-shots-'))
  const server = spawn(process.execPath, [join(ROOT, 'dist', 'server', 'main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: data, MARKET_CLOCK: clock, DEMO_DATA: 'on' },
  })
  const url = `http://localhost:${port}`
  for (;;) {
    const response = await fetch(`${url}/config.json`).catch(() => null)
    if (response?.ok) break
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

const waitForChart = (page) =>
  findPlot(page)
    .waitFor()
    .then(() => page.waitForTimeout(400))

/** Opens a page, signs in and returns the cookies and stored values of the page. */
async function saveSession(browser, address, signIn) {
  const page = await browser.newPage({ locale: 'es-CO' })
  await page.goto(address)
  await signIn(page)
  const state = await page.context().storageState()
  await page.context().close()
  return state
}

const signInClient = async (page) => {
  await signInAs('demo')(page)
  await page.getByRole('button', { name: 'Cerrar sesión' }).waitFor()
}

const signInAdministrator = (entity, url) => async (page) => {
  await signInEntity(entity)(page)
  await page.waitForURL(/MisUsuarios/)
  if (entity === 'ANDINA') await chooseSubscription(page, url, ['paq-usd-pro', '004512'])
}

/**
 * Creates a function that returns the session of a screen's user. Each user signs in once per
 * server, because an account has one session.
 */
function createFindSession(browser, url) {
  const sessions = new Map()
  return ({ isClient, entity }) => {
    const name = isClient ? 'client' : entity
    if (!name) return undefined
    if (!sessions.has(name)) {
      const session = isClient
        ? saveSession(browser, url + SIGN_IN.path, signInClient)
        : saveSession(browser, `${url}/imc/login`, signInAdministrator(entity, url))
      sessions.set(name, session)
    }
    return sessions.get(name)
  }
}

/**
 * Lays out every block, also those below the window (`lazy-layout`): a full-page screenshot shows
 * them before the browser would. A constructed style sheet, because the CSP forbids style elements.
 */
const layOutAllBlocks = (page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })

async function takeScreenshot(browser, { url, findSession }, screen, width, theme) {
  const storageState = await findSession(screen)
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    locale: 'es-CO',
    ...(storageState && { storageState }),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  if (screen.usesFakeTimers) {
    await page.clock.install()
    // An open stream would still send values after `act` has blocked the calls.
    await page.route('**/stream?*', (route) => route.fulfill({ status: 404, body: '{}' }))
  }
  if (screen.blockedUrls) await page.route(screen.blockedUrls, (route) => route.abort())
  await page.goto(`${url}${screen.path ?? '/'}`)
  if (!screen.isViewportOnly) await layOutAllBlocks(page)
  await (screen.waitUntilReady ?? waitForChart)(page)
  await screen.act?.(page)
  const path = join(OUT, `${screen.name}-${width}-${theme === 'dark' ? 'oscuro' : 'claro'}.png`)
  await page.screenshot({
    path,
    fullPage: !screen.isViewportOnly,
    animations: screen.allowsAnimations ? 'allow' : 'disabled',
  })
  // Signs out, because an account has one session and the next screenshot signs in again.
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

const executablePath = findChromium()
if (!executablePath) {
  console.error('No hay Chromium: instálelo o indique su ruta en CHROMIUM.')
  process.exit(1)
}
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--headless=new', '--disable-gpu'] })

/** Takes a screenshot. A failure is printed and does not stop the other screenshots. */
async function tryScreenshot(portal, screen, width, theme) {
  try {
    await takeScreenshot(browser, portal, screen, width, theme)
  } catch (error) {
    console.error(`${screen.name} ${width} ${theme}: ${error.message}`)
    process.exitCode = 1
  }
}

/** Takes the screenshots of one market clock, each in a new context. */
async function takeScreenshots(portal, clock) {
  for (const screen of screens.filter((candidate) => candidate.clock === clock))
    for (const width of WIDTHS.filter((candidate) => candidate < (screen.belowWidth ?? Number.POSITIVE_INFINITY)))
      for (const theme of THEMES) await tryScreenshot(portal, screen, width, theme)
}

try {
  for (const clock of new Set(screens.map((screen) => screen.clock))) {
    const server = await startServer(clock)
    const portal = { url: server.url, findSession: createFindSession(browser, server.url) }
    await takeScreenshots(portal, clock).finally(server.stop)
  }
} finally {
  await browser.close()
}
