import { NOON, PASSWORD, press, waitForAlert, waitForButton, waitForFirstButton } from './portal-screens.mjs'

const shows = (text) => (page) => page.getByText(text).first().waitFor()
const rows = (page) => page.locator('tbody th, tbody td, .records li b').first().waitFor()

/** Runs several actions on the page, one after the other. */
const inTurn =
  (...actions) =>
  async (page) => {
    for (const action of actions) await action(page)
  }

/** Presses the first button of the name inside the page; rows repeat their buttons. */
const pressFirst = (name) => (page) => page.getByRole('button', { name, exact: true }).first().click()
const openDialog = (button, title) =>
  inTurn(pressFirst(button), (page) => page.getByRole('dialog', { name: title }).waitFor())
const question = (page) => page.getByRole('alertdialog').waitFor()

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
 * Chooses the subscription whose screens the later screenshots show; the browser stores the choice.
 */
export async function chooseSubscription(page, url, [packageId, number]) {
  await page.goto(`${url}/imc/MisProductos/Detalles/${packageId}`)
  const details = page.getByRole('row', { name: new RegExp(number) })
  await details.getByRole('button', { name: 'Ver pantallas' }).click()
  await page.getByRole('heading', { level: 1, name: `Pantallas de la suscripción ${number}` }).waitFor()
}

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

const attach =
  (label, file, buffer = PDF) =>
  (page) =>
    page
      .locator(`input[type=file][aria-label="${label}"]`)
      .setInputFiles({ name: file, mimeType: 'application/pdf', buffer })

const choose = (name) => (page) => page.getByRole('radio', { name }).first().check()

/** One valid document, one too large, the others missing. */
const attachSome = inTurn(
  attach('Carta de autorización', 'carta-nino.pdf'),
  attach('Copia del documento de identidad', 'copia.pdf', Buffer.alloc(600_000)),
)

const chooseProfile = async (page) => {
  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('option', { name: 'Operador dólar' }).click()
}

const attachAll = inTurn(
  attach('Carta de autorización', 'carta-nino.pdf'),
  attach('Copia del documento de identidad', 'cedula-nino.pdf'),
  attach('Certificación de operador', 'certificacion-nino.pdf'),
)

const selectRows = (count) => async (page) => {
  const boxes = page.getByRole('checkbox', { name: /^Seleccionar (?!página)/ })
  let checked = 0
  for (const box of await boxes.all()) {
    if (checked === count) return
    await box.check()
    checked += 1
  }
}

const entry = { path: '/imc/login', clock: NOON, ready: waitForButton('Iniciar Sesión') }
const screen = (name, path, rest = {}) => ({
  name: `imc-${name}`,
  entity: 'ANDINA',
  path: `/imc/${path}`,
  clock: NOON,
  ready: rows,
  ...rest,
})
const dialog = (name, path, act, rest = {}) => screen(name, path, { act, viewportOnly: true, ...rest })
const SCREENS_PATH = 'MisProductos/Detalles/SubDetalles/0'

const ENTRY_SCREENS = [
  { ...entry, name: 'imc-ingreso' },
  { ...entry, name: 'imc-ingreso-dialogo', act: openDialog('Iniciar Sesión', 'Iniciar Sesión'), viewportOnly: true },
  {
    ...entry,
    name: 'imc-ingreso-rechazado',
    act: inTurn(signInEntity('ANDINA', 'visitante', 'otra clave'), waitForAlert),
    viewportOnly: true,
  },
  {
    ...entry,
    name: 'imc-contrasena',
    act: inTurn(signInEntity('ANDINA', 'nuevo'), shows('Debe definir una contraseña nueva')),
  },
]

const USER_SCREENS = [
  screen('usuarios', 'MisUsuarios'),
  screen('usuarios-seleccion', 'MisUsuarios', { act: selectRows(2) }),
  screen('usuarios-sin-resultados', 'MisUsuarios?buscar=zapata', { ready: shows('zapata') }),
  screen('usuarios-fallas', 'MisUsuarios', { block: '**/api/imc/**', ready: waitForFirstButton('Reintentar') }),
  dialog('menu', 'MisUsuarios', (page) => page.getByRole('button', { name: /^Menú de/ }).click()),
  dialog('cajon', 'MisUsuarios', press('Abrir menú'), { below: 1200 }),
  dialog('usuario-crear', 'MisUsuarios', openDialog('Crear Nuevo Usuario', 'Crear Nuevo Usuario')),
  dialog(
    'usuario-errores',
    'MisUsuarios',
    inTurn(openDialog('Crear Nuevo Usuario', 'Crear Nuevo Usuario'), choose('administrador'), press('Guardar')),
  ),
  dialog('usuario-editar', 'MisUsuarios', inTurn(openDialog('Editar', 'Editar usuario'), shows('Solo lectura'))),
  dialog(
    'usuario-desactivar',
    'MisUsuarios',
    inTurn((page) => page.locator('button:text-is("Desactivar"):not([aria-disabled])').first().click(), question),
  ),
  dialog('usuarios-desactivar', 'MisUsuarios', inTurn(selectRows(3), press('Desactivar seleccionados'), question)),
  screen('usuarios-pacifico', 'MisUsuarios', { entity: 'PACIFICO' }),
]

const PRODUCT_SCREENS = [
  screen('productos', 'MisProductos'),
  dialog('pedido', 'MisProductos', inTurn(press('Solicitar nuevo paquete'), choose(/USD-PRO-10/))),
  dialog(
    'pedido-errores',
    'MisProductos',
    inTurn(press('Solicitar nuevo paquete'), shows('Numero de paquetes'), press('Solicitar')),
  ),
  screen('detalles', 'MisProductos/Detalles/paq-usd-pro'),
  screen('productos-pacifico', 'MisProductos', { entity: 'PACIFICO' }),
  screen('costos', 'Costos'),
  screen('costos-pacifico', 'Costos', { entity: 'PACIFICO' }),
]

const openLink = openDialog('Vincular', 'Usuarios asignables')
const openChange = inTurn(openDialog('Cambiar', 'Cambio de pantalla'), shows('Así queda'))

const SCREEN_SCREENS = [
  screen('pantallas', SCREENS_PATH),
  screen('pantallas-tramitando', SCREENS_PATH, {
    // The button is marked as disabled: it explains why it does nothing.
    act: (page) => page.getByRole('button', { name: 'Tramitando' }).first().click({ force: true }),
  }),
  screen('pantallas-seleccion', SCREENS_PATH, { act: selectRows(2) }),
  dialog('vincular', SCREENS_PATH, openLink),
  dialog(
    'vincular-perfiles',
    SCREENS_PATH,
    inTurn(openLink, (page) => page.getByRole('button', { name: 'Perfil' }).click()),
  ),
  dialog('vincular-lleno', SCREENS_PATH, inTurn(openLink, chooseProfile, choose('César Augusto Niño'), attachSome)),
  dialog('vincular-errores', SCREENS_PATH, inTurn(openLink, press('Enviar'))),
  dialog(
    'vincular-confirmar',
    SCREENS_PATH,
    inTurn(openLink, chooseProfile, choose('César Augusto Niño'), attachAll, press('Enviar'), question),
  ),
  dialog('cambio', SCREENS_PATH, inTurn(openChange, choose(/P-08/), attachSome)),
  dialog(
    'cambio-usuario',
    SCREENS_PATH,
    inTurn(
      openChange,
      (page) => page.getByText('Otro usuario para la misma pantalla').click(),
      choose('César Augusto Niño'),
    ),
  ),
  dialog('desvincular', SCREENS_PATH, inTurn(pressFirst('Desvincular'), question)),
  dialog('desvincular-varias', SCREENS_PATH, inTurn(selectRows(2), press('Desvincular seleccionadas'), question)),
]

const openRequest = (reference) => async (page) => {
  const button = page.getByRole('button', { name: new RegExp(reference) })
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
  await page.getByRole('list', { name: 'Seguimiento' }).waitFor()
}

const REQUEST_SCREENS = [
  screen('solicitudes', 'MisSolicitudes'),
  screen('solicitud-rechazada', 'MisSolicitudes', { act: openRequest('418') }),
  screen('solicitud-tramite', 'MisSolicitudes', { act: openRequest('420') }),
  screen('auditoria', 'Auditoria'),
  screen('auditoria-pacifico', 'Auditoria', { entity: 'PACIFICO' }),
]

/** The screens of the entities' area and its dialogs. */
export const IMC_SCREENS = [
  ...ENTRY_SCREENS,
  ...USER_SCREENS,
  ...PRODUCT_SCREENS,
  ...SCREEN_SCREENS,
  ...REQUEST_SCREENS,
]
