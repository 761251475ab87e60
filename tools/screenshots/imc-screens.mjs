import { OPEN_MARKET, PASSWORD, press, waitForAlert, waitForButton, waitForFirstButton } from './portal-screens.mjs'

const waitForText = (text) => (page) => page.getByText(text).first().waitFor()
const waitForRows = (page) => page.locator('tbody th, tbody td, main li b').first().waitFor()

/** Creates an action that runs several actions on the page, one after the other. */
const runActions =
  (...actions) =>
  async (page) => {
    for (const action of actions) await action(page)
  }

/** Presses the first button with this name, because rows repeat their buttons. */
const pressFirst = (name) => (page) => page.getByRole('button', { name, exact: true }).first().click()
const openDialog = (button, title) =>
  runActions(pressFirst(button), (page) => page.getByRole('dialog', { name: title }).waitFor())
const waitForConfirmation = (page) => page.getByRole('alertdialog').waitFor()

/** Fills and submits the login of an entity. */
export const signInEntity =
  (entity, username = 'admin', password = PASSWORD) =>
  async (page) => {
    await press('Iniciar Sesión')(page)
    await page.getByLabel('Entidad').fill(entity)
    await page.getByLabel('Nombre de usuario').fill(username)
    await page.getByLabel('Clave', { exact: true }).fill(password)
    await press('Entrar')(page)
  }

/**
 * Chooses the subscription that later screenshots show. The browser stores the choice.
 */
export async function chooseSubscription(page, url, [packageId, number]) {
  await page.goto(`${url}/imc/MisProductos/Detalles/${packageId}`)
  const row = page.getByRole('row', { name: new RegExp(number) })
  await row.getByRole('button', { name: 'Ver pantallas' }).click()
  await page.getByRole('heading', { level: 1, name: `Pantallas de la suscripción ${number}` }).waitFor()
}

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

const attachFile =
  (label, file, buffer = PDF) =>
  (page) =>
    page
      .locator(`input[type=file][aria-label="${label}"]`)
      .setInputFiles({ name: file, mimeType: 'application/pdf', buffer })

const choose = (name) => (page) => page.getByRole('radio', { name }).first().check()

/** Attaches one valid document and one too large document. The others are missing. */
const attachSomeFiles = runActions(
  attachFile('Carta de autorización', 'carta-nino.pdf'),
  attachFile('Copia del documento de identidad', 'copia.pdf', Buffer.alloc(600_000)),
)

const chooseProfile = async (page) => {
  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('option', { name: 'Operador dólar' }).click()
}

const attachAllFiles = runActions(
  attachFile('Carta de autorización', 'carta-nino.pdf'),
  attachFile('Copia del documento de identidad', 'cedula-nino.pdf'),
  attachFile('Certificación de operador', 'certificacion-nino.pdf'),
)

const selectRows = (count) => async (page) => {
  const checkboxes = page.getByRole('checkbox', { name: /^Seleccionar (?!página)/ })
  let checkedCount = 0
  for (const checkbox of await checkboxes.all()) {
    if (checkedCount === count) return
    await checkbox.check()
    checkedCount += 1
  }
}

const LOGIN = { path: '/imc/login', clock: OPEN_MARKET, waitUntilReady: waitForButton('Iniciar Sesión') }
const createScreen = (name, path, options = {}) => ({
  name: `imc-${name}`,
  entity: 'ANDINA',
  path: `/imc/${path}`,
  clock: OPEN_MARKET,
  waitUntilReady: waitForRows,
  ...options,
})
const createDialogScreen = (name, path, act, options = {}) =>
  createScreen(name, path, { act, isViewportOnly: true, ...options })
const PANTALLAS_PATH = 'MisProductos/Detalles/SubDetalles/0'

const LOGIN_SCREENS = [
  { ...LOGIN, name: 'imc-ingreso' },
  { ...LOGIN, name: 'imc-ingreso-dialogo', act: openDialog('Iniciar Sesión', 'Iniciar Sesión'), isViewportOnly: true },
  {
    ...LOGIN,
    name: 'imc-ingreso-rechazado',
    act: runActions(signInEntity('ANDINA', 'visitante', 'otra clave'), waitForAlert),
    isViewportOnly: true,
  },
  {
    ...LOGIN,
    name: 'imc-contrasena',
    act: runActions(signInEntity('ANDINA', 'nuevo'), waitForText('Debe definir una contraseña nueva')),
  },
]

const USER_SCREENS = [
  createScreen('usuarios', 'MisUsuarios'),
  createScreen('usuarios-seleccion', 'MisUsuarios', { act: selectRows(2) }),
  createScreen('usuarios-sin-resultados', 'MisUsuarios?buscar=zapata', { waitUntilReady: waitForText('zapata') }),
  createScreen('usuarios-fallas', 'MisUsuarios', {
    blockedUrls: '**/api/imc/**',
    waitUntilReady: waitForFirstButton('Reintentar'),
  }),
  createDialogScreen('menu', 'MisUsuarios', (page) => page.getByRole('button', { name: /^Menú de/ }).click()),
  createDialogScreen(
    'buscar',
    'MisUsuarios',
    runActions(press('Buscar'), (page) => page.getByRole('combobox', { name: /^Nombre, pantalla/ }).fill('usd')),
  ),
  createDialogScreen(
    'asignar',
    'MisUsuarios',
    runActions(openDialog('Asignar pantalla', 'Asignar pantalla'), choose(/^P-07/), attachSomeFiles),
  ),
  createDialogScreen('cajon', 'MisUsuarios', press('Abrir menú'), { belowWidth: 1200 }),
  createDialogScreen('usuario-crear', 'MisUsuarios', openDialog('Crear Nuevo Usuario', 'Crear Nuevo Usuario')),
  createDialogScreen(
    'usuario-errores',
    'MisUsuarios',
    runActions(openDialog('Crear Nuevo Usuario', 'Crear Nuevo Usuario'), choose('administrador'), press('Guardar')),
  ),
  createDialogScreen(
    'usuario-editar',
    'MisUsuarios',
    runActions(openDialog('Editar', 'Editar usuario'), waitForText('Solo lectura')),
  ),
  createDialogScreen(
    'usuario-descartar',
    'MisUsuarios',
    runActions(
      openDialog('Editar', 'Editar usuario'),
      (page) => page.getByLabel('Cargo').fill('Jefa de mesa'),
      (page) => page.keyboard.press('Escape'),
      waitForConfirmation,
    ),
  ),
  createDialogScreen(
    'usuario-desactivar',
    'MisUsuarios',
    runActions(
      (page) => page.locator('button:text-is("Desactivar"):not([aria-disabled])').first().click(),
      waitForConfirmation,
    ),
  ),
  createDialogScreen(
    'usuarios-desactivar',
    'MisUsuarios',
    runActions(selectRows(3), press('Desactivar seleccionados'), waitForConfirmation),
  ),
  createScreen('usuarios-pacifico', 'MisUsuarios', { entity: 'PACIFICO' }),
]

const PACKAGE_SCREENS = [
  createScreen('productos', 'MisProductos'),
  createDialogScreen('pedido', 'MisProductos', runActions(press('Solicitar nuevo paquete'), choose(/USD-PRO-10/))),
  createDialogScreen(
    'pedido-revision',
    'MisProductos',
    runActions(
      press('Solicitar nuevo paquete'),
      choose(/USD-PRO-10/),
      (page) => page.getByRole('button', { name: /^Solicitar 1 paquete/ }).click(),
      waitForText('Costo mensual con esta solicitud'),
    ),
  ),
  createDialogScreen(
    'pedido-errores',
    'MisProductos',
    runActions(press('Solicitar nuevo paquete'), waitForText('Numero de paquetes'), press('Solicitar')),
  ),
  createScreen('detalles', 'MisProductos/Detalles/paq-usd-pro'),
  createScreen('productos-pacifico', 'MisProductos', { entity: 'PACIFICO' }),
  createScreen('costos', 'Costos'),
  createScreen('costos-pacifico', 'Costos', { entity: 'PACIFICO' }),
]

const openLinkDialog = openDialog('Vincular', 'Usuarios asignables')
const openChangeDialog = runActions(openDialog('Cambiar', 'Cambio de pantalla'), waitForText('Así queda'))

/** The page of a subscription's screens (pantallas) and its dialogs. */
const SUBSCRIPTION_SCREENS = [
  createScreen('pantallas', PANTALLAS_PATH),
  createScreen('pantallas-tramitando', PANTALLAS_PATH, {
    // The button is marked as disabled, but a press shows the reason.
    act: (page) => page.getByRole('button', { name: 'Tramitando' }).first().click({ force: true }),
  }),
  createScreen('pantallas-seleccion', PANTALLAS_PATH, { act: selectRows(2) }),
  createDialogScreen('vincular', PANTALLAS_PATH, openLinkDialog),
  createDialogScreen(
    'vincular-perfiles',
    PANTALLAS_PATH,
    runActions(openLinkDialog, (page) => page.getByRole('button', { name: 'Perfil' }).click()),
  ),
  createDialogScreen(
    'vincular-lleno',
    PANTALLAS_PATH,
    runActions(openLinkDialog, chooseProfile, choose('César Augusto Niño'), attachSomeFiles),
  ),
  createDialogScreen('vincular-errores', PANTALLAS_PATH, runActions(openLinkDialog, press('Enviar'))),
  createDialogScreen(
    'vincular-confirmar',
    PANTALLAS_PATH,
    runActions(
      openLinkDialog,
      chooseProfile,
      choose('César Augusto Niño'),
      attachAllFiles,
      press('Enviar'),
      waitForConfirmation,
    ),
  ),
  createDialogScreen('cambio', PANTALLAS_PATH, runActions(openChangeDialog, choose(/P-08/), attachSomeFiles)),
  createDialogScreen(
    'cambio-usuario',
    PANTALLAS_PATH,
    runActions(
      openChangeDialog,
      (page) => page.getByText('Otro usuario para la misma pantalla').click(),
      choose('César Augusto Niño'),
    ),
  ),
  createDialogScreen('desvincular', PANTALLAS_PATH, runActions(pressFirst('Desvincular'), waitForConfirmation)),
  createDialogScreen(
    'desvincular-varias',
    PANTALLAS_PATH,
    runActions(selectRows(2), press('Desvincular seleccionadas'), waitForConfirmation),
  ),
]

const openRequest = (reference) => async (page) => {
  const button = page.getByRole('button', { name: new RegExp(reference) })
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
  await page.getByRole('list', { name: 'Seguimiento' }).waitFor()
}

const REQUEST_SCREENS = [
  createScreen('solicitudes', 'MisSolicitudes'),
  createScreen('solicitud-rechazada', 'MisSolicitudes', { act: openRequest('418') }),
  createScreen('solicitud-tramite', 'MisSolicitudes', { act: openRequest('420') }),
  createScreen('controles', 'Controles', { waitUntilReady: waitForText('Control dual') }),
  createScreen('revision', 'Revision', { waitUntilReady: waitForText('no tiene revisión anual') }),
  createScreen('accesos', 'Accesos'),
  createScreen('accesos-pacifico', 'Accesos', { entity: 'PACIFICO' }),
  createScreen('sesiones', 'Sesiones'),
  createScreen('auditoria', 'Auditoria?tipo=todo'),
  createScreen('auditoria-pacifico', 'Auditoria?tipo=todo', { entity: 'PACIFICO' }),
]

/** The pages and dialogs of the entities' area. */
export const IMC_SCREENS = [
  ...LOGIN_SCREENS,
  ...USER_SCREENS,
  ...PACKAGE_SCREENS,
  ...SUBSCRIPTION_SCREENS,
  ...REQUEST_SCREENS,
]
