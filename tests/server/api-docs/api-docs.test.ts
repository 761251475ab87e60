import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { createStopLinks } from '#server/alerts/stop-link.ts'
import { enqueueMail, MAIL_FOLDER } from '#server/delivery/delivery.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { EPAYCO_NUMBER_URL } from '#server/payments/epayco.ts'
import { OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { DAY_MS, toDate } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { temporaryFolder } from '#tests/support/databases.ts'
import { createTransactionReply } from '#tests/support/epayco.ts'
import { createBrowser, IDLE_SCHEDULER, json, solveServerCheck } from '#tests/support/identity.ts'
import { historyEnv } from '#tests/support/market-history.ts'
import { toOneTimeCode } from '#tests/support/one-time-codes.ts'
import { createConfirmation, type Form, sign } from '#tests/support/payments.ts'
import { temporaryPortal } from '#tests/support/portal-folder.ts'
import { createPushBrowser } from '#tests/support/push-browser.ts'
import { call, type RawReply } from '#tests/support/raw-http.ts'
import { startReceiver } from '#tests/support/receiver.ts'
import { REGISTRATION_BODY } from '#tests/support/registration.ts'
import { samplePdf } from '#tests/support/sample-files.ts'
import { LOW_EFFORT, PRODUCTION_NEEDS, startTestServer } from '#tests/support/server.ts'
import { createAuthenticator } from '#tests/support/software-authenticator.ts'
import { FORM_TYPE, toMultipart } from '#tests/support/uploads.ts'
import { VISITOR_URLS } from '#tests/support/visitor-reads.ts'

const KEY = 'clave-de-prueba-del-operador'

const IDENTITY = { effort: LOW_EFFORT, scheduler: IDLE_SCHEDULER }
const HISTORY = await historyEnv('2026-11-20T10:40')

/** The origin of the portal: browsers have passkeys on `localhost`. */
const ORIGIN = 'http://localhost'

/** The demo server, with the demo accounts and the small demo entity. */
const server = await startTestServer(
  {
    ...{ ...HISTORY, OPERATOR_KEY: KEY, DEMO_DATA: 'on', AUTO_APPROVE_AFTER: 'off', PUBLIC_URL: ORIGIN },
    LOCAL_WEBHOOKS: 'on',
  },
  { portalFolder: await temporaryPortal(), identity: IDENTITY },
)
const { url, app } = server

const { p256dh, auth } = createPushBrowser()
const PUSH = { endpoint: 'https://push.example/1', p256dh, auth }

/** Accepts the tests of a webhook. */
const receiver = await startReceiver(204, afterFile)

/** Reference of a transaction that ePayco knows; `transaction` has its details. */
const TRANSACTION_REFERENCE = '320878260'
let transaction: Form = {}
let isReversed = false
const realFetch = globalThis.fetch
vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) =>
  `${input}`.startsWith(EPAYCO_NUMBER_URL) ? new Response(createTransactionBody()) : realFetch(input, init),
)

const createTransactionBody = () => createTransactionReply(transaction, { x_cod_response: isReversed ? 6 : 1 }).body

/** A server with real deals and with ePayco, for the operations that the demo refuses. */
const realServer = await startTestServer(
  {
    ...PRODUCTION_NEEDS,
    ...{ MARKET_CLOCK: 'real', MARKET_SOURCE: 'ingest', OPERATOR_KEY: KEY },
    ...{ EPAYCO_CUSTOMER: '90210', EPAYCO_KEY: 'una-clave-de-epayco', PORTAL_CONFIG: await writeEpaycoConfig() },
  },
  { identity: IDENTITY },
)

async function writeEpaycoConfig(): Promise<string> {
  const file = join(await temporaryFolder(), 'portal.json')
  await writeFile(file, JSON.stringify({ checkout: { provider: 'epayco', publicKey: 'pk-1', test: false } }))
  return file
}

/** The id of a queued mail that is due tomorrow. */
const WAITING_MAIL_ID = await enqueueMail(
  server.database.db,
  { to: 'ana@nandu.example', subject: '-', text: '-' },
  Date.now() + DAY_MS,
)

/** Delivers the queued mails and returns the tokens of the first recovery link. */
async function readTokens() {
  await server.identity.deliver()
  const folder = join(HISTORY.DATA_DIR, MAIL_FOLDER)
  const mails = await Promise.all(
    (await readdir(folder)).toSorted().map((name) => readFile(join(folder, name), 'utf8')),
  )
  const link = new URL(/http\S+reset-contrasena\S+/.exec(mails.join('\n'))?.[0] ?? 'http://none')
  return { token: link.searchParams.get('token'), token2: link.searchParams.get('token2') }
}

interface Media {
  readonly schema: { readonly $ref?: string; readonly type?: string }
}
interface DocumentedOperation {
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: unknown
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: Readonly<Record<string, { readonly required: boolean }>>
        readonly content: Readonly<Record<string, Media>>
      }
    >
  >
}

const document = json(await call(url, '/api/docs/openapi.json'))

const operations: ReadonlyMap<string, DocumentedOperation> = new Map(
  Object.entries<Record<string, DocumentedOperation>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      operation,
    ]),
  ),
)

/** A fastify whose own validator (Ajv) checks values against the schemas of the document. */
const validator = fastify({
  bodyLimit: 100_000_000,
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allowUnionTypes: true } },
})
afterFile(() => validator.close())
validator.post<{ Body: { schema: object; value: unknown } }>('/', (request, reply) => {
  const validate = request.compileValidationSchema(request.body.schema)
  return reply.send({ errors: validate(request.body.value) ? [] : validate.errors })
})

/** Returns the errors of a value under a schema of the document. */
async function findErrors(schema: Media['schema'] | unknown, value: unknown): Promise<readonly unknown[]> {
  const { $ref } = schema as Media['schema']
  const resolved = $ref === undefined ? schema : document.components.schemas[$ref.split('/').at(-1) ?? '']
  const reply = await validator.inject({ method: 'POST', url: '/', payload: { schema: resolved, value } })
  return reply.statusCode === 200 ? reply.json().errors : [reply.body]
}

type Caller =
  | 'visitor'
  | 'client'
  | 'terms pending'
  | 'expired password'
  | 'administrator'
  | 'entity user'
  | 'pending password'
  | 'operator'

const logInEntityUser = async (usr_name: string) => {
  const browser = createBrowser(url)
  await browser.post(`${IMC_BASE}/usuarios/login`, { entidad: 'ANDINA', usr_name, usr_pwd: DEMO_PASSWORD })
  return { cookie: browser.cookies() }
}
const logInClient = async (name: string) => {
  const browser = createBrowser(url)
  expect(json(await browser.logIn(name)).status).toBe('success')
  return { cookie: browser.cookies() }
}

const CALLERS: Readonly<Record<Caller, Readonly<Record<string, string>>>> = {
  visitor: {},
  client: await logInClient('demo'),
  'terms pending': await logInClient('demoterminos'),
  'expired password': await logInClient('demovencida'),
  administrator: await logInEntityUser('admin'),
  'entity user': await logInEntityUser('operador'),
  'pending password': await logInEntityUser('nuevo'),
  operator: { [OPERATOR_KEY_HEADER]: KEY },
}

/** A request of an operation and the expected status of its reply. */
interface Sample {
  readonly path?: string
  readonly by?: Caller
  readonly body?: unknown
  /** The file of an upload. */
  readonly file?: Buffer
  readonly status?: number
  /** True for a request with a solved challenge. */
  readonly checked?: boolean
  /** The server with real deals and ePayco; the demo by default. */
  readonly at?: 'real'
}

/** The last successful JSON reply of each operation; later requests use its values. */
const replies = new Map<string, string>()
const readData = (route: string) => JSON.parse(replies.get(route) ?? '{}').data

/** Returns the path and the body of a sample that depends on earlier replies. */
type DeriveRequest = () => Pick<Sample, 'path' | 'body'> | Promise<Pick<Sample, 'path' | 'body'>>
type SampleRow = readonly [route: string, sample: Sample, derive?: DeriveRequest]

const SETTING = '/api/market/users/ajustes/mesa'
const DAY = { fecha: '2026-11-20', mercado: 71, delay: 15 }
const CHART_DAY = { fecha: '2026-11-20', moneda: 1, delay: 15, market: 71 }
const CHART_PERIOD = { mercado: 71, moneda: 'USD/COP', periodo: '5d' }
const SCREEN = {
  ...{ entidad_id: 'ent-andina', paquete_id: 'paq-usd-pro', numero: '004512', perfil_id: 'prf-operador' },
  administrador_id: 'usr-andina-admin',
}
const NEW_USER = {
  ...{ es_activo: true, es_exento: false, rolename: 'administrador', email_address: 'mrojas@andina.example' },
  ...{ cargo: 'Gerente', telefono: '6015550144', nombre: 'Marta Rojas Gil', tipo_doc: 'CC' },
  ...{ idoc_numero: '1020304053', usr_name: '', entidad_id: 'ent-andina', administrador_id: 'usr-andina-admin' },
}
const TOKENS = { token: 'ninguno', token2: 'ninguno' }
const PASSWORD = 'Nueva#Clave2026'
const RENEWAL = {
  ...{ user_id: 'cli-demovencida', user_pwd: PASSWORD, user_name: 'demovencida' },
  user_email: 'demovencida@mercadodolar.example',
}
const DEAL = { id: 'op-1', mercado: 71, plazo: 0, sector: 1, origen: 'negociada', precio: 4102.4, monto: 250_000 }
const CHANGE_OF_SCREEN = {
  ...{ ...SCREEN, pantalla: 'P-08', usuario_id: 'usr-andina-operador', observaciones: '' },
  ...{ numero_origen: '004512', perfil_id_origen: 'prf-operador', pantalla_origen: 'P-05' },
}
const ASSIGNMENT = {
  ...SCREEN,
  pantalla: 'P-07',
  usuario_id: 'usr-andina-cnino',
  observaciones: '',
  perfil: 'prf-operador',
}
const ORDER = 'POST /api/market/pagos/ordenes'
const ALERT = 'POST /api/market/alertas'
const ALERT_RULE = { tipo: 'precio', mercado: 71, lado: 'sube', nivel: 4_012.5, pausa: null, hasta: null }

/** The signed address of a mail that stops the alert. */
async function toStopPath(): Promise<string> {
  const { value } = await server.database.db
    .selectFrom('identity_keys')
    .select('value')
    .where('id', '=', 'alert-links')
    .executeTakeFirstOrThrow()
  return createStopLinks(value, () => '').toUrl(readData(ALERT).id)
}

const REASSIGN = 'POST /api/imc/entidades/solicitud/reasignar'
const ASSIGN = 'POST /api/imc/entidades/solicitud/asignar'

const asAdmin = (path?: string, more: Sample = {}): Sample => ({
  by: 'administrator',
  ...(path !== undefined && { path: IMC_BASE + path }),
  ...more,
})
const asOperator = (path?: string, more: Sample = {}): Sample => ({
  by: 'operator',
  ...(path !== undefined && { path: `/api/operator${path}` }),
  ...more,
})

const NEW_KEY = { nombre: 'precios', alcances: ['deals'] }

/** Adds a factor to an account, which the sample then resets. */
async function addFactor(realm: 'client' | 'imc', subject_id: string) {
  const row = { id: `factor-${subject_id}`, realm, subject_id, kind: 'totp', secret: '-', last_step: 0 }
  await server.database.db
    .insertInto('security_factors')
    .values({ ...row, created_at: 0, confirmed_at: 1 })
    .execute()
  return {}
}

/** A passkey of an account with one-time codes, from its registration to its end. */
function toPasskeySamples(base: string, by: Caller): readonly SampleRow[] {
  const device = createAuthenticator({ origin: ORIGIN })
  const read = (route: string) => JSON.parse(replies.get(route) ?? '{}')
  const begin = `POST ${base}/llaves/iniciar`
  const list = `GET ${base}/llaves`
  const readId = () => read(list).llaves[0].id
  return [
    [`POST ${base}/llaves/reto`, { by, status: 409 }],
    [begin, { by, body: { clave: 'otra' }, status: 400 }],
    [begin, { by, body: { clave: DEMO_PASSWORD } }],
    [`POST ${base}/llaves`, { by, body: { nombre: 'Llave', respuesta: '{}' }, status: 400 }],
    [
      `POST ${base}/llaves`,
      { by },
      () => ({ body: { nombre: 'Llave', respuesta: device.register(read(begin).opciones) } }),
    ],
    [list, { by }],
    [`POST ${base}/llaves/reto`, { by }],
    [`POST ${base}/llaves/renombrar`, { by, body: { id: 'ninguna', nombre: 'Llave' }, status: 404 }],
    [`POST ${base}/llaves/renombrar`, { by }, () => ({ body: { id: readId(), nombre: 'Oficina' } })],
    [`POST ${base}/llaves/quitar`, { by }, () => ({ body: { id: readId(), clave: DEMO_PASSWORD } })],
    [`POST ${base}/login/llave`, { body: { boleto: 'ninguno' } }],
  ]
}

/** The second factor of an account, from its set-up to its end. */
function toFactorSamples(base: string, by: Caller): readonly SampleRow[] {
  const confirm = `POST ${base}/segundo-factor/confirmar`
  const begin = `POST ${base}/segundo-factor/iniciar`
  const read = (route: string) => JSON.parse(replies.get(route) ?? '{}')
  const toChange = (route: string, index: number) => () => ({
    body: { clave: DEMO_PASSWORD, forma: 'recovery', codigo: read(route).codigos[index] },
  })
  const codes = `POST ${base}/segundo-factor/codigos`
  return [
    [`GET ${base}/segundo-factor`, { by }],
    [begin, { by, body: { clave: 'otra' }, status: 400 }],
    [begin, { by, body: { clave: DEMO_PASSWORD } }],
    [confirm, { by }, () => ({ body: { codigo: toOneTimeCode(read(begin).secreto, Date.now()) } })],
    [`GET ${base}/segundo-factor`, { by }],
    ...toPasskeySamples(base, by),
    [codes, { by }, toChange(confirm, 0)],
    [`POST ${base}/segundo-factor/desactivar`, { by }, toChange(codes, 0)],
    [`POST ${base}/login/factor`, { body: { boleto: 'ninguno', forma: 'totp', codigo: '123456' } }],
  ]
}

const PURCHASE = 'POST /api/imc/entidades/paquete/compra'
const PURCHASE_BODY = { paquete_id: 'paq-usd-pro', precio: 1_842_500, cantidad: 1 }

/** The path of a decision on the last order. */
const toWaiting = (decision: string) => () => ({
  path: `${IMC_BASE}/solicitudes/${readData(PURCHASE).id}/${decision}`,
})

/** The month of the server's clock: the yearly review is open. */
const MONTH = Number(toDate(Date.now()).slice(5, 7))

/** The rules of an entity, with a yearly review in March. */
const toGovernance = (version: number) => ({
  control_dual: false,
  control_dual_desde: null,
  vencimiento_pantallas: false,
  revision_anual: true,
  mes_revision: 3,
  version,
})

/** As `toWaiting`, for an order of another administrator. */
const OPERATOR_CONFIRM = 'POST /api/operator/solicitudes/:referencia/confirmar'

/** The operator confirms only when no other administrator of the entity can (D106). */
const toOperatorConfirm = (canOthersConfirm: boolean, reference?: string) => async () => {
  const others = server.database.db.updateTable('imc_users').where('entity_id', '=', 'ent-andina')
  await others
    .set({ contract_pending: canOthersConfirm ? 0 : 1 })
    .where('role', '=', 'administrator')
    .where('username', '!=', 'admin')
    .execute()
  return { path: `/api/operator/solicitudes/${reference ?? readData(PURCHASE).id}/confirmar` }
}

const toWaitingOfOther = (decision: string) => async () => {
  const orders = server.database.db.updateTable('imc_requests').where('id', '=', readData(PURCHASE).id)
  await orders.set({ administrator_id: 'usr-andina-nuevo' }).execute()
  return toWaiting(decision)()
}

const KEYS = '/api/market/users/claves'

/** The path of a change of the client's first key. */
const toFirstKey = (change: string) => () => {
  const { data } = JSON.parse(replies.get(`GET ${KEYS}`) ?? '{}')
  return { path: `${KEYS}/${data[0].id}/${change}` }
}

/** Requests of every operation, in the order in which they are sent. */
const SAMPLES: readonly SampleRow[] = [
  ['GET /healthz', {}],
  ['GET /readyz', {}],
  ['GET /config.json', {}],
  ['GET /api/docs', {}],
  ['GET /api/docs/openapi.json', {}],

  ['POST /api/market/users/claves', { by: 'client', body: { nombre: 'ERP' } }],
  ['POST /api/market/users/claves', { by: 'client', body: { nombre: '' }, status: 400 }],
  ['GET /api/market/users/claves', { by: 'client' }],
  ['POST /api/market/users/claves/:id/rotar', { by: 'client' }, toFirstKey('rotar')],
  ['POST /api/market/users/claves/:id/revocar', { by: 'client' }, toFirstKey('revocar')],
  ['POST /api/market/users/claves/:id/revocar', { by: 'client', path: `${KEYS}/otra/revocar`, status: 409 }],
  ['GET /api/v1/trm/vigente', {}],
  ['GET /api/v1/trm/:fecha', { path: '/api/v1/trm/2026-11-20' }],
  ['GET /api/v1/trm/:fecha', { path: '/api/v1/trm/2026-11-20?formato=csv' }],
  ['GET /api/v1/trm/:fecha', { path: '/api/v1/trm/2027-11-20', status: 404 }],
  ['GET /api/v1/trm', { path: '/api/v1/trm?from=2026-11-01&to=2026-11-20' }],
  ['GET /api/v1/trm', { path: '/api/v1/trm?from=2026-11-20&to=2026-11-01', status: 400 }],
  ['GET /api/v1/dias/:fecha', { path: '/api/v1/dias/2026-11-19?mercado=nextday' }],
  ['GET /api/v1/dias/:fecha', { path: '/api/v1/dias/2026-11-16', status: 404 }],
  ['GET /api/v1/dias', { path: '/api/v1/dias?from=2026-11-01&to=2026-11-20' }],
  ['GET /api/v1/convertir', { path: '/api/v1/convertir?monto=1000.5&de=COP&tasa=promedio&fecha=2026-11-19' }],
  ['GET /api/v1/convertir', { path: '/api/v1/convertir?monto=mil', status: 400 }],

  ['GET /api/market/widget/:mercado', { path: '/api/market/widget/spot' }],
  ['GET /api/market/widget/:mercado', { path: '/api/market/widget/otro', status: 400 }],
  ['GET /api/market/users/feriados/:fecha', { path: '/api/market/users/feriados/2026-11-20' }],
  ['GET /api/market/users/feriados/:fecha', { path: '/api/market/users/feriados/ayer', status: 400 }],
  ['POST /api/market/estadisticas/estadisticasPromedioCierre/', { body: DAY }],
  ['POST /api/market/estadisticas/estadisticasPromedioCierre/', { body: { ...DAY, fecha: '1990-1-2' }, status: 404 }],
  ['POST /api/market/estadisticas/estadisticasPrecioMercado/', { body: DAY }],
  ['POST /api/market/estadisticas/estadisticasMontoMercado/', { body: DAY }],
  ['POST /api/market/estadisticas/estadisticasMercado', { body: { moneda: 'USD/COP', sector: 1 } }],
  ['GET /api/market/trm/vigente', {}],
  ['GET /api/market/trm/historia', { path: '/api/market/trm/historia?desde=2026-11-01&hasta=2026-11-20' }],
  ['GET /api/market/trm/historia', { path: '/api/market/trm/historia?desde=2026-11-20&hasta=2026-11-1', status: 400 }],
  ['GET /api/market/dias', { path: '/api/market/dias?desde=2026-11-01&hasta=2026-11-20' }],
  ['GET /api/market/dias', { path: '/api/market/dias?desde=2026-11-20&hasta=2026-11-01', status: 400 }],
  ['GET /api/market/fuentes', {}],
  ...[...VISITOR_URLS].map(([route, address]) => [`GET ${route}`, { path: address }] as const),
  ['POST /api/market/graficos/graficoMoneda/', { body: CHART_DAY }],
  ['POST /api/market/graficos/graficoMonedaRT/', { body: CHART_DAY, by: 'client' }],
  ['POST /api/market/graficos/graficoPrecios', { body: CHART_PERIOD }],
  ['POST /api/market/graficos/graficoPromedios', { body: CHART_PERIOD }],
  ['POST /api/market/graficos/graficoVelas', { body: CHART_PERIOD }],
  ['POST /api/market/graficos/graficoBollinger', { body: { ...CHART_PERIOD, sma: 10, desv: '1.5' } }],
  ['GET /api/market/cma/monedas/', {}],
  ['GET /api/market/bvc/acciones/', {}],
  ['GET /api/market/bvc/indices/', {}],
  ['GET /api/market/bvc/indiceIGBC/', {}],
  ['GET /api/news/rss/', {}],
  ['POST /api/market/deals', asOperator(undefined, { body: { operaciones: [] }, status: 409 })],
  ['POST /api/market/deals/csv', asOperator(undefined, { body: 'id\n', status: 409 })],
  [
    'POST /api/market/deals',
    asOperator(undefined, { at: 'real', body: { operaciones: [{ ...DEAL, hora: '2026-11-20T10:43:16-05:00' }] } }),
  ],
  [
    'POST /api/market/deals/csv',
    asOperator(undefined, {
      at: 'real',
      body: 'id,mercado,plazo,sector,origen,hora,precio,monto\nop-2,71,0,1,negociada,2026-11-20T10:44:16-05:00,4102.4,1000\n',
    }),
  ],

  ['GET /api/human-check/challenge', {}],
  ['POST /api/registro', { body: REGISTRATION_BODY, checked: true }],
  ['POST /api/registro', { body: { ...REGISTRATION_BODY, email: 'otra@nandu.example' }, checked: true }],
  ['POST /api/market/users/login', { body: { usr: 'demodos', pwd: DEMO_PASSWORD }, checked: true }],
  ['POST /api/market/users/login', { body: { usr: 'demodos', pwd: 'otra' }, checked: true }],
  ['POST /api/market/users/login', { body: { usr: 'demodos', pwd: 'otra' }, status: 400 }],
  ['GET /api/market/users/session', { by: 'client' }],
  ['GET /api/market/users/session', { status: 401 }],
  ['GET /api/market/users/ajustes/:nombre', { path: SETTING, by: 'client' }],
  ['PUT /api/market/users/ajustes/:nombre', { path: SETTING, by: 'client', body: { version: 0, valor: {} } }],
  [
    'PUT /api/market/users/ajustes/:nombre',
    { path: SETTING, by: 'client', body: { version: 7, valor: {} }, status: 409 },
  ],
  ...toFactorSamples('/api/market/users', 'client'),
  ['POST /api/market/user/terminos', { by: 'client', body: { id: 'otro' }, status: 403 }],
  ['POST /api/market/user/terminos', { by: 'terms pending', body: { id: 'cli-demoterminos' } }],
  ['POST /api/application-token/login', { by: 'client' }],
  ['POST /api/password/restPassword.php', { body: { email: 'demodos@mercadodolar.example' }, checked: true }],
  ['POST /api/password/verifyTokens.php', { body: TOKENS }],
  ['POST /api/password/verifyTokens.php', {}, async () => ({ body: await readTokens() })],
  ['POST /api/password/ChangePassword.php', { body: { ...TOKENS, value: PASSWORD, revalue: PASSWORD } }],
  [
    'POST /api/password/ChangePassword.php',
    {},
    async () => ({ body: { ...(await readTokens()), value: PASSWORD, revalue: PASSWORD } }),
  ],
  [
    'POST /api/password/RenewPassword.php',
    { by: 'expired password', body: { user_id: 'x', user_pwd: 'x', user_name: 'x', user_email: 'x' }, status: 403 },
  ],
  ['POST /api/password/RenewPassword.php', { by: 'expired password', body: RENEWAL }],
  ['POST /api/market/pagos/ordenes', { body: { plan: 'anual', email: 'a@nandu.example' }, checked: true }],
  [
    'POST /api/market/pagos/confirmacion',
    {},
    () => ({
      body: sign(createConfirmation({ referencia: readData(ORDER).referencia, total: readData(ORDER).total })),
    }),
  ],
  [
    'GET /api/market/pagos/ordenes/:referencia',
    {},
    () => ({ path: `/api/market/pagos/ordenes/${readData(ORDER).referencia}?acceso=${readData(ORDER).acceso}` }),
  ],
  [ORDER, { by: 'client', body: { plan: 'trimestral' }, checked: true }],
  ['POST /api/market/alertas', { by: 'client', body: ALERT_RULE }],
  ['POST /api/market/alertas', { by: 'client', body: { ...ALERT_RULE, nivel: 1 }, status: 400 }],
  ['GET /api/market/alertas', { by: 'client' }],
  ['POST /api/market/alertas/cambiar', { by: 'client' }, () => ({ body: { ...ALERT_RULE, id: readData(ALERT).id } })],
  ['POST /api/market/alertas/cambiar', { by: 'client', body: { ...ALERT_RULE, id: 'otra' }, status: 404 }],
  ['POST /api/market/alertas/estado', { by: 'client' }, () => ({ body: { id: readData(ALERT).id, activa: false } })],
  ['POST /api/market/alertas/estado', { by: 'client', body: { id: 'otra', activa: true }, status: 404 }],
  ['GET /api/market/alertas/detener', {}, async () => ({ path: await toStopPath() })],
  ['POST /api/market/alertas/detener', {}, async () => ({ path: await toStopPath() })],
  ['POST /api/market/alertas/quitar', { by: 'client' }, () => ({ body: { id: readData(ALERT).id } })],
  ['POST /api/market/alertas/quitar', { by: 'client', body: { id: 'otra' }, status: 404 }],
  ['GET /api/market/alertas/historial', { by: 'client', path: '/api/market/alertas/historial?desde=0' }],
  ['GET /api/market/alertas/avisos', { by: 'client' }],
  [
    'POST /api/market/alertas/avisos',
    { by: 'client', body: { correo: true, silencio_desde: '22:00', silencio_hasta: '06:00' } },
  ],
  ['POST /api/market/alertas/webhook/secreto', { by: 'client', status: 409 }],
  ['POST /api/market/alertas/webhook/probar', { by: 'client', status: 409 }],
  ['POST /api/market/alertas/webhook', { by: 'client', body: { direccion: 'https://10.0.0.1/' }, status: 400 }],
  ['POST /api/market/alertas/webhook', { by: 'client', body: { direccion: receiver.url } }],
  ['POST /api/market/alertas/webhook/secreto', { by: 'client' }],
  ['POST /api/market/alertas/webhook/probar', { by: 'client' }],
  ['POST /api/market/alertas/push/estado', { by: 'client', body: { endpoint: null } }],
  ['POST /api/market/alertas/push', { by: 'client', body: { ...PUSH, endpoint: 'https://10.0.0.1/' }, status: 400 }],
  ['POST /api/market/alertas/push', { by: 'client', body: PUSH }],
  ['POST /api/market/alertas/push/quitar', { by: 'client', body: { endpoint: PUSH.endpoint } }],
  ['GET /api/market/pagos/ordenes', { by: 'client' }],
  ['GET /api/market/pagos/vigencia', { by: 'client', path: '/api/market/pagos/vigencia?plan=anual' }],
  ['GET /api/market/pagos/ordenes/:referencia', { path: '/api/market/pagos/ordenes/MD-2026-000009', status: 404 }],
  [
    'POST /api/market/pagos/confirmacion',
    {
      body: {
        ...{ x_ref_payco: 'r', x_transaction_id: 't', x_id_invoice: 'MD-2026-000001', x_amount: '1' },
        ...{ x_currency_code: 'COP', x_cod_response: 1, x_signature: 'x' },
      },
      status: 400,
    },
  ],

  ['POST /api/imc/usuarios/login', { body: { entidad: 'ANDINA', usr_name: 'operador', usr_pwd: DEMO_PASSWORD } }],
  [
    'POST /api/imc/usuarios/login',
    { body: { entidad: 'ANDINA', usr_name: 'operador', usr_pwd: 'x'.repeat(9) }, status: 401 },
  ],
  ...toFactorSamples('/api/imc/usuarios', 'entity user'),
  [
    'POST /api/operator/entidades/:codigo/usuarios/:usuario/restablecer-factor',
    asOperator('/entidades/ANDINA/usuarios/operador/restablecer-factor'),
    () => addFactor('imc', 'usr-andina-operador'),
  ],
  [
    'POST /api/operator/entidades/:codigo/segundo-factor',
    asOperator('/entidades/ANDINA/segundo-factor', { body: { exigido: false } }),
  ],
  ['GET /api/operator/operaciones', asOperator('/operaciones?estado=en_revision')],
  [
    'POST /api/operator/operaciones',
    asOperator('/operaciones', { body: { decision: 'aceptar', ids: ['op-9'], motivo: 'Verificada.' } }),
  ],
  ['GET /api/operator/entidades/:codigo/gobierno', asOperator('/entidades/ANDINA/gobierno')],
  ['GET /api/operator/entidades/:codigo/gobierno', asOperator('/entidades/NINGUNA/gobierno', { status: 404 })],
  [
    'PUT /api/operator/entidades/:codigo/gobierno',
    asOperator('/entidades/ANDINA/gobierno', {
      body: { vencimiento_pantallas: true, revision_anual: true, mes_revision: MONTH },
    }),
  ],
  [
    'PUT /api/imc/entidades/:entidad/suscripciones/:numero/pantallas/:pantalla/vencimiento',
    asAdmin('/entidades/ent-andina/suscripciones/004512/pantallas/P-05/vencimiento', {
      body: { usuario_id: 'usr-andina-operador', hasta: '2030-12-31' },
    }),
  ],
  [
    'PUT /api/imc/entidades/:entidad/suscripciones/:numero/pantallas/:pantalla/vencimiento',
    asAdmin('/entidades/ent-andina/suscripciones/004512/pantallas/P-07/vencimiento', {
      body: { usuario_id: 'usr-andina-operador', hasta: '2030-12-31' },
      status: 409,
    }),
  ],
  [
    'POST /api/imc/entidades/:entidad/revision',
    asAdmin('/entidades/ent-andina/revision', {
      body: {
        ...{ paquete_id: 'paq-usd-pro', numero: '004512', perfil_id: 'prf-operador', pantalla: 'P-01' },
        ...{ usuario_id: 'usr-andina-operador', respuesta: 'conservar' },
      },
      status: 409,
    }),
  ],
  ['GET /api/imc/entidades/:entidad/revision', asAdmin('/entidades/ent-andina/revision')],
  [
    'POST /api/imc/entidades/:entidad/revision',
    asAdmin('/entidades/ent-andina/revision', {
      body: {
        ...{ paquete_id: 'paq-usd-pro', numero: '004512', perfil_id: 'prf-operador', pantalla: 'P-01' },
        ...{ usuario_id: 'usr-andina-admin', respuesta: 'conservar' },
      },
    }),
  ],
  ['GET /api/imc/entidades/:entidad/vencimientos', asAdmin('/entidades/ent-andina/vencimientos')],
  ['GET /api/imc/entidades/:entidad/gobierno', asAdmin('/entidades/ent-andina/gobierno')],
  ['PUT /api/imc/entidades/:entidad/gobierno', asAdmin('/entidades/ent-andina/gobierno', { body: toGovernance(1) })],
  [
    'PUT /api/imc/entidades/:entidad/gobierno',
    asAdmin('/entidades/ent-andina/gobierno', { body: { ...toGovernance(1), mes_revision: 13 }, status: 400 }),
  ],
  [
    'PUT /api/imc/entidades/:entidad/gobierno',
    asAdmin('/entidades/ent-andina/gobierno', {
      body: { ...toGovernance(1), vencimiento_pantallas: true },
      status: 409,
    }),
  ],
  [
    'POST /api/operator/entidades/:codigo/usos',
    asOperator('/entidades/ANDINA/usos', {
      body: { usos: [{ linea: 2, numero: '004512', pantalla: 'P-01', fecha: '2026-11-12' }] },
    }),
  ],
  [
    'POST /api/operator/entidades/:codigo/usos',
    asOperator('/entidades/ANDINA/usos', {
      body: { usos: [{ linea: 2, numero: '004512', pantalla: 'P-99', fecha: '2026-11-12' }] },
      status: 400,
    }),
  ],
  ['GET /api/imc/usuarios/session', asAdmin()],
  ['GET /api/imc/usuarios/session', { status: 401 }],
  ['POST /api/imc/usuarios/session/vigente', asAdmin()],
  ['GET /api/imc/entidades/:entidad/sesiones', asAdmin('/entidades/ent-andina/sesiones')],
  ['POST /api/imc/usuarios/sesiones/cerrar', asAdmin(undefined, { body: { alcance: 'sesion' }, status: 400 })],
  [
    'POST /api/imc/usuarios/sesiones/cerrar',
    asAdmin(undefined, { body: { alcance: 'persona', id: 'usr-otra' }, status: 404 }),
  ],
  [
    'POST /api/imc/usuarios/sesiones/cerrar',
    asAdmin(undefined, { body: { alcance: 'persona', id: 'usr-andina-admin' } }),
  ],
  ['GET /api/imc/entidades/:entidad/accesos', asAdmin('/entidades/ent-andina/accesos')],
  ['POST /api/imc/usuarios/acceso', asAdmin(undefined, { body: { id: 'usr-andina-nuevo', accion: 'activar' } })],
  [
    'POST /api/imc/usuarios/acceso',
    asAdmin(undefined, { body: { id: 'usr-andina-admin', accion: 'desactivar' }, status: 409 }),
  ],
  ['POST /api/imc/usuarios/acceso', asAdmin(undefined, { body: { id: 'usr-otra', accion: 'activar' }, status: 404 })],
  ['GET /api/operator/entidades/:codigo/accesos', asOperator('/entidades/ANDINA/accesos')],
  ['GET /api/operator/entidades/:codigo/accesos', asOperator('/entidades/NINGUNA/accesos', { status: 404 })],
  [
    'POST /api/operator/entidades/:codigo/usuarios/:usuario/acceso',
    asOperator('/entidades/ANDINA/usuarios/nuevo/acceso', { body: { accion: 'activar' } }),
  ],
  [
    'POST /api/operator/entidades/:codigo/usuarios/:usuario/acceso',
    asOperator('/entidades/ANDINA/usuarios/operador/acceso', { body: { accion: 'activar' }, status: 409 }),
  ],
  [
    'POST /api/operator/entidades/:codigo/usuarios/:usuario/acceso',
    asOperator('/entidades/ANDINA/usuarios/ninguno/acceso', { body: { accion: 'activar' }, status: 404 }),
  ],
  [
    'POST /api/operator/entidades/:codigo/administradores',
    asOperator('/entidades/ANDINA/administradores', {
      body: {
        ...{ nombre: 'Ana Ruiz', usr_name: 'aruiz', email_address: 'ana@andina.example' },
        ...{ tipo_doc: 'CC', idoc_numero: '1020304050' },
      },
    }),
  ],
  [
    'POST /api/operator/entidades/:codigo/sesiones/cerrar',
    asOperator('/entidades/ANDINA/sesiones/cerrar', { body: { usr_name: 'blondono' } }),
  ],
  [
    'POST /api/operator/entidades/:codigo/sesiones/cerrar',
    asOperator('/entidades/NINGUNA/sesiones/cerrar', { body: {}, status: 404 }),
  ],
  [
    'POST /api/imc/usuarios/renewpwd',
    { by: 'pending password', body: { user_id: 'otro', user_pwd: 'x' }, status: 403 },
  ],
  [
    'POST /api/imc/usuarios/renewpwd',
    { by: 'pending password', body: { user_id: 'usr-andina-nuevo', user_pwd: PASSWORD } },
  ],
  ['GET /api/imc/entidades/:entidad/usuarios', asAdmin('/entidades/ent-andina/usuarios')],
  ['GET /api/imc/entidades/:entidad/usuarios', asAdmin('/entidades/ent-andina/usuarios?limite=2&activo=S')],
  ['GET /api/imc/entidades/:entidad/usuarios', asAdmin('/entidades/ent-otra/usuarios', { status: 403 })],
  ['GET /api/imc/entidades/:entidad/usuarios/asignables', asAdmin('/entidades/ent-andina/usuarios/asignables')],
  ['GET /api/imc/usuarios/:id', asAdmin('/usuarios/usr-andina-operador')],
  ['GET /api/imc/usuarios/:id', asAdmin('/usuarios/ninguno', { status: 404 })],
  ['PUT /api/imc/usuarios/:id', asAdmin('/usuarios/usr-andina-operador', { body: NEW_USER })],
  ['POST /api/imc/usuarios', asAdmin(undefined, { body: NEW_USER })],
  ['POST /api/imc/usuarios/estatus', asAdmin(undefined, { body: { id: 'usr-andina-emunoz', es_activo: 'S' } })],
  [
    'POST /api/imc/vistas',
    asAdmin(undefined, {
      body: { lista: 'usuarios', nombre: 'Activos', consulta: 'estado=activos', compartida: true },
    }),
  ],
  ['GET /api/imc/vistas', asAdmin('/vistas?lista=usuarios')],
  ['PUT /api/imc/vistas/:id', asAdmin('/vistas/vis-1', { body: { nombre: 'Otra' }, status: 404 })],
  ['POST /api/imc/vistas/:id/eliminar', asAdmin('/vistas/vis-1/eliminar', { status: 404 })],
  [
    'PUT /api/imc/vistas/:id',
    asAdmin(undefined, { body: { nombre: 'Otra' } }),
    () => ({ path: `${IMC_BASE}/vistas/${readData('POST /api/imc/vistas')[0].id}`, body: { nombre: 'Otra' } }),
  ],
  [
    'POST /api/imc/vistas/:id/eliminar',
    asAdmin(),
    () => ({ path: `${IMC_BASE}/vistas/${readData('POST /api/imc/vistas')[0].id}/eliminar` }),
  ],
  [
    'POST /api/imc/usuarios/lote',
    asAdmin(undefined, {
      body: { prueba: 'No', filas: [{ ...NEW_USER, linea: 2, idoc_numero: '1020304777', usr_name: 'plote' }] },
    }),
  ],
  ['GET /api/imc/app/idocs', asAdmin()],
  ['GET /api/imc/usuarios/:id/contrato', asAdmin('/usuarios/usr-andina-admin/contrato')],
  [
    'POST /api/imc/usuarios/:id/contrato',
    asAdmin('/usuarios/usr-andina-operador/contrato', { file: samplePdf(), status: 409 }),
  ],
  [
    'POST /api/imc/usuarios/:id/contrato',
    asAdmin(undefined, { file: samplePdf() }),
    () => ({ path: `${IMC_BASE}/usuarios/${readData('POST /api/imc/usuarios').id}/contrato` }),
  ],
  ['GET /api/imc/entidades/:entidad/suscripciones', asAdmin('/entidades/ent-andina/suscripciones')],
  ['GET /api/imc/entidades/:entidad/suscripciones', asAdmin('/entidades/ent-andina/suscripciones?agrupado=true')],
  ['GET /api/imc/entidades/:entidad/suscripciones/:numero', asAdmin('/entidades/ent-andina/suscripciones/004512')],
  [
    'GET /api/imc/entidades/:entidad/suscripciones/:numero',
    asAdmin('/entidades/ent-andina/suscripciones/004512?limite=3'),
  ],
  ['GET /api/imc/paquetes', asAdmin()],
  ['GET /api/imc/perfiles/:id/perfiles', asAdmin('/perfiles/prf-operador/perfiles')],
  ['GET /api/imc/requisitos/perfil/:id', asAdmin('/requisitos/perfil/prf-operador')],
  ['GET /api/imc/entidades/:entidad/pantallas', asAdmin('/entidades/ent-andina/pantallas')],
  [
    'GET /api/imc/entidades/:entidad/pantallas/disponibles',
    asAdmin('/entidades/ent-andina/pantallas/disponibles?perfilActual=prf-operador'),
  ],
  ['GET /api/imc/entidades/:entidad/solicitudes', asAdmin('/entidades/ent-andina/solicitudes')],
  ['GET /api/imc/solicitudes/:id', asAdmin('/solicitudes/sol-00420')],
  [PURCHASE, asAdmin(undefined, { body: PURCHASE_BODY })],
  [REASSIGN, asAdmin(undefined, { body: CHANGE_OF_SCREEN })],
  [
    'POST /api/operator/solicitudes/:referencia/rechazar',
    asOperator(undefined, { body: { motivo: 'Falta la firma.' } }),
    () => ({ path: `/api/operator/solicitudes/${readData(REASSIGN).referencia}/rechazar` }),
  ],
  [
    'POST /api/imc/solicitudes/:id/correccion',
    asAdmin(undefined, { body: { observaciones: 'Ahora firmada.', conservar: [] } }),
    () => ({ path: `${IMC_BASE}/solicitudes/${readData(REASSIGN).id}/correccion` }),
  ],
  [ASSIGN, asAdmin(undefined, { body: ASSIGNMENT })],
  [
    'POST /api/imc/solicitudes/:id/requisito/:requisito',
    asAdmin(undefined, { file: samplePdf() }),
    () => ({ path: `${IMC_BASE}/solicitudes/${readData(ASSIGN).id}/requisito/req-documento` }),
  ],
  [
    'POST /api/imc/solicitudes/:id/correccion',
    asAdmin('/solicitudes/sol-00420/correccion', { body: { observaciones: 'Firmada.', conservar: [] }, status: 409 }),
  ],
  [
    'POST /api/imc/solicitudes/:id/correccion',
    asAdmin('/solicitudes/sol-99999/correccion', { body: { conservar: [] }, status: 404 }),
  ],
  [
    'PUT /api/imc/entidades/:entidad/gobierno',
    asAdmin('/entidades/ent-andina/gobierno', { body: { ...toGovernance(2), control_dual_desde: 1 } }),
  ],
  [PURCHASE, asAdmin(undefined, { body: PURCHASE_BODY })],
  ['POST /api/imc/solicitudes/:id/confirmar', asAdmin(undefined, { status: 409 }), toWaiting('confirmar')],
  [
    'POST /api/imc/solicitudes/:id/devolver',
    asAdmin('/solicitudes/sol-99999/devolver', { body: { motivo: '' }, status: 400 }),
  ],
  [
    'POST /api/imc/solicitudes/:id/devolver',
    asAdmin(undefined, { status: 409 }),
    () => ({ ...toWaiting('devolver')(), body: { motivo: 'El perfil no es ese.' } }),
  ],
  ['POST /api/imc/solicitudes/:id/retirar', asAdmin(), toWaiting('retirar')],
  [PURCHASE, asAdmin(undefined, { body: PURCHASE_BODY })],
  ['POST /api/imc/solicitudes/:id/confirmar', asAdmin(), toWaitingOfOther('confirmar')],
  [PURCHASE, asAdmin(undefined, { body: PURCHASE_BODY })],
  [
    'POST /api/imc/solicitudes/:id/devolver',
    asAdmin(undefined, { body: { motivo: 'El perfil no es ese.' } }),
    toWaitingOfOther('devolver'),
  ],
  ['POST /api/imc/solicitudes/:id/retirar', asAdmin('/solicitudes/sol-99999/retirar', { status: 404 })],
  [PURCHASE, asAdmin(undefined, { body: PURCHASE_BODY })],
  [OPERATOR_CONFIRM, asOperator('', { status: 409 }), toOperatorConfirm(true)],
  [OPERATOR_CONFIRM, asOperator(''), toOperatorConfirm(false)],
  [OPERATOR_CONFIRM, asOperator('', { status: 404 }), toOperatorConfirm(true, 'S-2026-99999')],
  ['PUT /api/imc/entidades/:entidad/gobierno', asAdmin('/entidades/ent-andina/gobierno', { body: toGovernance(3) })],
  ['POST /api/imc/entidades/solicitud/liberar', asAdmin(undefined, { body: { ...SCREEN, pantalla: 'P-06' } })],
  [
    'POST /api/imc/entidades/solicitud/liberar',
    asAdmin(undefined, { body: { ...SCREEN, pantalla: 'P-06' }, status: 409 }),
  ],
  [
    'POST /api/imc/entidades/solicitud/asignar',
    asAdmin(undefined, { body: { ...SCREEN, pantalla: 'P-99', usuario_id: 'usr-andina-operador' }, status: 404 }),
  ],
  [
    'POST /api/imc/entidades/solicitud/reasignar',
    asAdmin(undefined, { body: { ...SCREEN, pantalla: 'P-99', usuario_id: 'usr-andina-operador' }, status: 404 }),
  ],
  ['GET /api/imc/entidades/:entidad/auditoria', asAdmin('/entidades/ent-andina/auditoria')],
  ['GET /api/imc/solicitudes/:id/requisito/:requisito', asAdmin('/solicitudes/sol-00420/requisito/req-documento')],
  [
    'POST /api/imc/solicitudes/:id/requisito/:requisito',
    asAdmin('/solicitudes/sol-00420/requisito/req-documento', { file: samplePdf(), status: 409 }),
  ],

  ['GET /api/operator/solicitudes', asOperator()],
  ['GET /api/operator/solicitudes', { status: 401 }],
  ['GET /api/operator/solicitudes/:referencia', asOperator('/solicitudes/S-2026-00420')],
  [
    'GET /api/operator/solicitudes/:referencia/requisito/:requisito',
    asOperator('/solicitudes/S-2026-00420/requisito/req-documento'),
  ],
  ['POST /api/operator/solicitudes/:referencia/aprobar', asOperator('/solicitudes/S-2026-00420/aprobar')],
  [
    'POST /api/operator/solicitudes/:referencia/rechazar',
    asOperator('/solicitudes/S-2026-00420/rechazar', { body: { motivo: 'Tarde' }, status: 409 }),
  ],
  ['GET /api/operator/entidades', asOperator()],
  [
    'POST /api/operator/entidades',
    asOperator(undefined, {
      body: {
        ...{ codigo: 'NUEVA', nombre: 'Nueva S. A.' },
        administrador: {
          ...{ nombre: 'Ana Ruiz', usr_name: 'aruiz', email_address: 'aruiz@nueva.example' },
          ...{ tipo_doc: 'CC', idoc_numero: '1020304059' },
        },
      },
    }),
  ],
  ['GET /api/operator/paquetes', asOperator()],
  [
    'POST /api/operator/paquetes',
    asOperator(undefined, {
      body: { codigo: 'USD-NUEVO', nombre: 'Nuevo', precio: 1_000, pantallas: 1, perfil_id: 'prf-operador' },
    }),
  ],
  ['PUT /api/operator/paquetes/:codigo', asOperator('/paquetes/USD-NUEVO', { body: { precio: 2_000 } })],
  ['GET /api/operator/clientes', asOperator()],
  [
    'POST /api/operator/clientes',
    asOperator(undefined, {
      body: { usr_name: 'nuevo1', nombre: 'Ana Ruiz', email_address: 'ana@nandu.example', hasta: null },
    }),
  ],
  ['POST /api/operator/clientes/:usuario/desactivar', asOperator('/clientes/nuevo1/desactivar')],
  ['POST /api/operator/clientes/:usuario/activar', asOperator('/clientes/nuevo1/activar')],
  [
    'POST /api/operator/clientes/:usuario/vigencia',
    asOperator('/clientes/nuevo1/vigencia', { body: { hasta: '2030-12-31' } }),
  ],
  ['POST /api/operator/clientes/:usuario/vencer-clave', asOperator('/clientes/demodos/vencer-clave')],
  [
    'POST /api/operator/clientes/:usuario/restablecer-factor',
    asOperator('/clientes/demodos/restablecer-factor'),
    () => addFactor('client', 'cli-demodos'),
  ],
  ['POST /api/operator/clientes/:usuario/invitar', asOperator('/clientes/nuevo1/invitar')],
  ['GET /api/operator/registros', asOperator()],
  ['POST /api/operator/registros/:referencia/aceptar', asOperator('/registros/R-0/aceptar', { body: {}, status: 404 })],
  [
    'POST /api/operator/registros/:referencia/aceptar',
    asOperator(undefined, { body: {} }),
    () => ({ path: `/api/operator/registros/${readData('GET /api/operator/registros')[0].referencia}/aceptar` }),
  ],
  [
    'POST /api/operator/registros/:referencia/rechazar',
    asOperator(undefined, { body: { motivo: 'Sin empresa.' } }),
    () => ({ path: `/api/operator/registros/${readData('GET /api/operator/registros')[1].referencia}/rechazar` }),
  ],
  [
    'POST /api/operator/registros/:referencia/rechazar',
    asOperator('/registros/R-0/rechazar', { body: { motivo: 'No' }, status: 404 }),
  ],
  ['GET /api/operator/pagos', asOperator('/pagos?estado=pendientes&texto=nandu')],
  ['GET /api/operator/pagos/:referencia', asOperator('/pagos/MD-2026-000001')],
  ['GET /api/operator/pagos/:referencia', asOperator('/pagos/MD-2026-999999', { status: 404 })],
  [
    'POST /api/operator/pagos/:referencia/consultar',
    asOperator('/pagos/MD-2026-000001/consultar', { body: { transaccion: '1' }, status: 409 }),
  ],
  [ORDER, { at: 'real', body: { plan: 'anual', email: 'a@nandu.example' }, checked: true }],
  [
    'POST /api/operator/pagos/:referencia/consultar',
    asOperator(undefined, { at: 'real' }),
    () => {
      const { referencia, total } = readData(ORDER)
      transaction = createConfirmation({ referencia, total })
      return { path: `/api/operator/pagos/${referencia}/consultar`, body: { transaccion: TRANSACTION_REFERENCE } }
    },
  ],
  [
    'POST /api/operator/pagos/:referencia/consultar',
    asOperator(undefined, { at: 'real' }),
    () => {
      isReversed = true
      return { path: `/api/operator/pagos/${readData(ORDER).referencia}/consultar`, body: {} }
    },
  ],
  [
    'POST /api/operator/pagos/:referencia/revisar',
    asOperator(undefined, { at: 'real', body: { motivo: 'Devuelto.' } }),
    () => ({ path: `/api/operator/pagos/${readData(ORDER).referencia}/revisar` }),
  ],
  [
    'POST /api/operator/pagos/:referencia/revisar',
    asOperator('/pagos/MD-2026-000001/revisar', { body: { motivo: 'Devuelto.' }, status: 409 }),
  ],
  ['GET /api/operator/mensajes', asOperator()],
  ['POST /api/operator/mensajes/:id/reintentar', asOperator(`/mensajes/${WAITING_MAIL_ID}/reintentar`)],
  ['POST /api/operator/mensajes/:id/reintentar', asOperator('/mensajes/ninguno/reintentar', { status: 404 })],
  ['GET /api/operator/fuentes', asOperator()],
  ['POST /api/operator/claves', asOperator(undefined, { body: NEW_KEY })],
  ['POST /api/operator/claves', asOperator(undefined, { body: NEW_KEY, status: 409 })],
  ['POST /api/operator/claves/:nombre/rotar', asOperator('/claves/precios/rotar', { body: { horas: 24 } })],
  ['POST /api/operator/claves/:nombre/rotar', asOperator('/claves/otra/rotar', { body: { horas: 1 }, status: 409 })],
  ['GET /api/operator/claves', asOperator()],
  ['GET /api/operator/auditoria', asOperator()],
  ['POST /api/operator/claves/:nombre/revocar', asOperator('/claves/precios/revocar')],
  ['POST /api/operator/claves/:nombre/revocar', asOperator('/claves/precios/revocar', { status: 409 })],
  ['GET /api/operator/copia', asOperator()],

  ['POST /api/imc/usuarios/logout', {}],
  ['POST /api/market/users/logout', {}],
]

/** Routes of pages and files, which are not operations. */
const PAGES = [
  'GET /*',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /sitemaps/:name',
  'GET /compartir/precio.png',
  'GET /compartir/dia/:name',
  'GET /pasarela/',
  'POST /pasarela/',
]

/** The stream never ends; the tests of the market read it. */
const STREAM = 'GET /api/market/stream'

const routes = app.declaredRoutes
  // Preflight requests are no operations.
  .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
  .map(({ method, url: path }) => `${method} ${path}`)
  .filter((route) => !PAGES.includes(route))

test('the document lists exactly the routes of the API', () => {
  expect([...operations.keys()].toSorted()).toEqual(routes.toSorted())
})

test('the samples call every operation except the stream', () => {
  const called = new Set(SAMPLES.map(([route]) => route))
  expect([...called, STREAM].toSorted()).toEqual(routes.toSorted())
})

test('every operation except the stream has a sample that succeeds', () => {
  const succeeded = new Set(SAMPLES.flatMap(([route, { status = 200 }]) => (status === 200 ? [route] : [])))
  expect([...succeeded, STREAM].toSorted()).toEqual(routes.toSorted())
})

const toPath = (route: string, { path }: Sample) => path ?? route.slice(route.indexOf(' ') + 1)

async function send(route: string, sample: Sample): Promise<RawReply> {
  const [method = ''] = route.split(' ')
  const { by = 'visitor', checked = false, at } = sample
  const target = at === 'real' ? realServer.url : url
  const headers: Record<string, string> = { ...CALLERS[by] }
  if (checked) headers['x-human-check'] = await solveServerCheck(target)
  const content = toContent(route, sample)
  if (content === null) return call(target, toPath(route, sample), { method, headers })
  const [type, body] = content
  return call(target, toPath(route, sample), { method, headers: { ...headers, 'content-type': type }, body })
}

/** Returns the media type and the body of a request; null without a body. */
function toContent(route: string, { body, file }: Sample): readonly [type: string, body: string | Buffer] | null {
  if (file !== undefined) return [FORM_TYPE, toMultipart([{ name: 'archivo.pdf', content: file }])]
  if (body === undefined) return null
  if (typeof body === 'string') return ['text/csv', body]
  const isForm = operations.get(route)?.requestBody?.content['application/x-www-form-urlencoded'] !== undefined
  return isForm
    ? ['application/x-www-form-urlencoded', `${new URLSearchParams(body as Record<string, string>)}`]
    : ['application/json', JSON.stringify(body)]
}

/** Returns the values in the path and in the query by parameter name. */
function readParameterValues(route: string, sample: Sample) {
  const { pathname, searchParams } = new URL(toPath(route, sample), url)
  const names = route.split(' ')[1]?.split('/') ?? []
  const inPath = pathname
    .split('/')
    .flatMap((value, index) => (names[index]?.startsWith(':') ? [[names[index].slice(1), value] as const] : []))
  return new Map<string, string>([...inPath, ...searchParams])
}

async function findParameterErrors(parameters: DocumentedOperation['parameters'], values: ReadonlyMap<string, string>) {
  const declared = new Set(parameters.map(({ name }) => name))
  const missing = parameters.filter(({ name, required }) => required && !values.has(name)).map(({ name }) => name)
  const invalid = await Promise.all(
    parameters.map(({ name, schema }) => (values.has(name) ? findErrors(schema, values.get(name)) : [])),
  )
  return [...missing, ...[...values.keys()].filter((name) => !declared.has(name)), ...invalid.flat()]
}

/** Returns the differences between a request and the document. */
async function findRequestErrors(route: string, sample: Sample): Promise<readonly unknown[]> {
  const { parameters = [], requestBody } = operations.get(route) ?? {}
  const values = readParameterValues(route, sample)
  if (sample.checked) values.set('X-Human-Check', 'solved')
  const errors = await findParameterErrors(parameters, values)
  const hasBody = sample.body !== undefined || sample.file !== undefined
  if (hasBody !== (requestBody !== undefined)) return [...errors, 'only the request or only the document has a body']
  const media = requestBody?.content['application/json']
  return media === undefined ? errors : [...errors, ...(await findErrors(media.schema, sample.body))]
}

/** Headers that callers need; the document lists them for each reply that has them. */
const NAMED_HEADERS = ['Set-Cookie', 'Content-Disposition', 'Retry-After']

/**
 * Returns the differences between the headers of a reply and the document. A 401 may set cookies
 * that the document does not list: they report the end of a session.
 */
function findHeaderErrors(route: string, { status, headers }: RawReply): readonly string[] {
  const declared = operations.get(route)?.responses[status]?.headers ?? {}
  const sent = NAMED_HEADERS.filter((name) => headers[name.toLowerCase()] !== undefined)
  const missing = Object.entries(declared).flatMap(([name, { required }]) =>
    required && !sent.includes(name) ? [`${name} is missing`] : [],
  )
  const unknown = sent.filter((name) => declared[name] === undefined && !(name === 'Set-Cookie' && status === 401))
  return [...missing, ...unknown.map((name) => `${name} is not in the document`)]
}

/** Returns the differences between a reply and the document. */
async function findReplyErrors(route: string, reply: RawReply): Promise<readonly unknown[]> {
  const content = operations.get(route)?.responses[reply.status]?.content
  if (content === undefined) return [`status ${reply.status} is not in the document`]
  const type = (reply.headers['content-type'] ?? '').split(';')[0] ?? ''
  // An uploaded file is sent with the media type of its content.
  const media = content[type] ?? content['application/octet-stream']
  if (media === undefined) return [`type ${type} is not in the document`]
  return type === 'application/json' ? findErrors(media.schema, JSON.parse(reply.text)) : []
}

/**
 * Samples of the operations whose schema refuses an empty object; null for the others, for derived
 * requests and for 401. Their tests run before the samples that end sessions.
 */
const STRICT = await Promise.all(
  SAMPLES.map(async ([route, sample, derive]) => {
    const body = operations.get(route)?.requestBody?.content['application/json']
    const isStrict = body !== undefined && (await findErrors(body.schema, {})).length > 0
    const isFixed = derive === undefined && (sample.status ?? 200) !== 401
    return isStrict && isFixed ? ([route, sample] as const) : null
  }),
)

test.each(STRICT.filter((row) => row !== null))(
  '%s refuses an empty object with a documented reply (%#)',
  async (route, sample) => {
    const reply = await send(route, { ...sample, body: {}, checked: false })
    expect([reply.status, await findReplyErrors(route, reply)]).toEqual([400, []])
  },
)

const ROWS = SAMPLES.map(([route, sample, derive = null]) => [route, sample.status ?? 200, sample, derive] as const)

test.each(ROWS)(
  '%s: a request with the status %i and its reply match the document (%#)',
  async (route, _status, baseSample, derive) => {
    const sample = { ...baseSample, ...(await derive?.()) }
    const { status = 200 } = sample
    const requestErrors = await findRequestErrors(route, sample)
    if (status !== 400) expect(requestErrors).toEqual([])
    const reply = await send(route, sample)
    expect([reply.status, reply.text.slice(0, status === reply.status ? 0 : 300)]).toEqual([status, ''])
    expect([...(await findReplyErrors(route, reply)), ...findHeaderErrors(route, reply)]).toEqual([])
    // The password service reports a refusal as the word `NO`.
    if (derive !== null) expect(reply.text).not.toBe('NO')
    if (status === 200 && reply.headers['content-type']?.startsWith('application/json')) replies.set(route, reply.text)
  },
)

test('the document lists the Retry-After header of a rate-limited call', async () => {
  const order: Sample = { body: { plan: 'anual', email: 'a@nandu.example' }, checked: true }
  let reply = await send(ORDER, order)
  for (let count = 0; count < 20 && reply.status !== 429; count += 1) reply = await send(ORDER, order)
  expect([reply.status, ...findHeaderErrors(ORDER, reply)]).toEqual([429])
  expect(operations.get(ORDER)?.responses['429']?.headers).toMatchObject({ 'Retry-After': { required: true } })
})

test('the document states the minimum and maximum length of texts', () => {
  const { schema } = operations.get(ORDER)?.requestBody?.content['application/json'] ?? {}
  expect(JSON.stringify(schema)).toContain('"minLength":0,"maxLength":254')
  const fields = operations.get('POST /api/operator/clientes')?.requestBody?.content['application/json']?.schema
  expect(JSON.stringify(fields)).toContain('"nombre":{"type":"string","minLength":1,"maxLength":101}')
})

test('the documentation page lists every operation and contains no script', async () => {
  const { headers, text } = await call(url, '/api/docs')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';style-src 'sha256-[^']+';/)
  expect(text).not.toMatch(/<script|style="/)
  expect(text).toContain('valor_anterior: número | null')
  for (const route of operations.keys()) {
    const [method, path = ''] = route.split(' ')
    expect(text).toContain(`<span class="method">${method}</span> <code>${path.replace(/:(\w+)/g, '{$1}')}</code>`)
  }
})
