import { type OutgoingHttpHeaders, request } from 'node:http'
import { expect, test, vi } from 'vitest'

import type { RouteAccess } from '#server/http/access.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { hashSecret } from '#server/security/secrets.ts'
import { OPERATOR_BASE } from '#src/adapters/http/contract/operator.ts'
import { OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { DEMO_PASSWORD } from '#src/domain/identity/demo-accounts.ts'
import { SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import { createBrowser, IDLE_SCHEDULER, json, LOW_EFFORT, type TestBrowser } from '#tests/support/identity.ts'
import { historyEnv } from '#tests/support/market-history.ts'
import { temporaryPortal } from '#tests/support/portal-folder.ts'
import { startTestServer } from '#tests/support/server.ts'

vi.setConfig({ testTimeout: 60_000 })

const KEY = 'clave-de-prueba-del-operador'

/** The callers. Both cookies of `expired` are of sessions that ended an hour ago. */
const CALLERS = [
  'anonymous',
  'client',
  'usuario',
  'administrator',
  'other administrator',
  'pending password',
  'expired',
  'operator',
  'wrong operator key',
] as const
type CallerName = (typeof CALLERS)[number]

/** The status of a refused caller; `own` is the status that the route itself replies. */
type Outcome = number | 'own'

const all = (outcome: Outcome): Record<CallerName, Outcome> => ({
  anonymous: outcome,
  client: outcome,
  usuario: outcome,
  administrator: outcome,
  'other administrator': outcome,
  'pending password': outcome,
  expired: outcome,
  operator: outcome,
  'wrong operator key': outcome,
})

/** What each caller gets from a route of each access (D17, D24, D25, D44). */
const OUTCOMES: Readonly<Record<RouteAccess, Readonly<Record<CallerName, Outcome>>>> = {
  public: all('own'),
  // A client whose session has just expired gets a 401 once, and is a visitor afterwards (D54).
  audience: { ...all('own'), expired: 401 },
  client: { ...all(401), client: 'own' },
  session: { ...all(401), client: 'own' },
  entityReader: {
    ...all(401),
    usuario: 'own',
    administrator: 'own',
    'other administrator': 'own',
    'pending password': 403,
  },
  entityAdministrator: {
    ...all(401),
    usuario: 403,
    administrator: 'own',
    'other administrator': 'own',
    'pending password': 403,
  },
  pendingEntity: {
    ...all(401),
    usuario: 403,
    administrator: 403,
    'other administrator': 403,
    'pending password': 'own',
  },
  operator: { ...all(401), operator: 'own' },
}

interface Row {
  readonly access: RouteAccess
  /** The status for a caller whom the access allows. */
  readonly own: number
  /** The path; by default the route's own address. */
  readonly path?: string
  readonly body?: unknown
  /** Callers that get another status than the access defines. */
  readonly except?: Partial<Record<CallerName, number>>
}

const open = (own: number, row: Partial<Row> = {}): Row => ({ access: 'public', own, ...row })

/** A call of the market that differs by audience. */
const market = (own: number, row: Partial<Row> = {}): Row => ({ access: 'audience', own, ...row })

/**
 * A call of the market with one reply for all callers. An expired client gets a 401 first (D54).
 */
const sameForAll = (own: number, row: Partial<Row> = {}): Row => ({
  access: 'public',
  own,
  except: { expired: 401 },
  ...row,
})

/** The address names ANDINA: an administrator of another entity gets 403 (D24). */
const OF_ANDINA = { 'other administrator': 403 }

const reads = (row: Partial<Row> = {}): Row => ({ access: 'entityReader', own: 200, ...row })

/** Reads of rows of ANDINA. */
const readsAndina = (path: string, own = 200): Row => reads({ path: IMC_BASE + path, own, except: OF_ANDINA })

/** Writes in ANDINA with an incomplete body: allowed callers get 400. */
const writesAndina = (row: Partial<Row> = {}): Row => ({
  access: 'entityAdministrator',
  own: 400,
  body: { entidad_id: 'ent-andina' },
  except: OF_ANDINA,
  ...row,
})

/** An upload to ANDINA without a file. */
const uploadsToAndina = (path: string, own: number): Row => writesAndina({ path: IMC_BASE + path, own, body: {} })

/** A call of the operator. */
const operates = (own: number, path?: string): Row => ({
  access: 'operator',
  own,
  ...(path !== undefined && { path: OPERATOR_BASE + path }),
})

const DAY = { fecha: '2026-11-20', mercado: 71, delay: 15 }
const CHART_DAY = { fecha: '2026-11-20', moneda: 1, delay: 15, market: 71 }
const CHART_PERIOD = { mercado: 71, moneda: 'USD/COP', periodo: '1d' }

/** Every route of the server with the reply that it must give. A POST without `body` sends `{}`. */
const MATRIX: Readonly<Record<string, Row>> = {
  'GET /*': open(200, { path: '/' }),
  'GET /config.json': open(200),
  'GET /healthz': open(200),
  'GET /readyz': open(200),
  'GET /api/docs': open(200),
  'GET /api/docs/openapi.json': open(200),
  'GET /robots.txt': open(200),
  'GET /sitemap.xml': open(200),
  // Without the folder of the fonts the picture cannot be drawn.
  'GET /compartir/precio.png': open(503),
  'GET /api/human-check/challenge': open(200),
  'GET /api/news/rss/': open(200),
  'POST /api/registro': open(400),

  'POST /api/market/users/login': open(400),
  'GET /api/market/users/session': { access: 'client', own: 200 },
  'POST /api/market/user/terminos': { access: 'client', own: 400 },
  'POST /api/application-token/login': { access: 'client', own: 200 },
  'POST /api/password/restPassword.php': open(400),
  'POST /api/password/verifyTokens.php': open(400),
  'POST /api/password/ChangePassword.php': open(400),
  'POST /api/password/RenewPassword.php': { access: 'session', own: 400 },

  'POST /api/market/pagos/ordenes': sameForAll(200, { body: { plan: 'anual', email: 'a@nandu.example' } }),
  'GET /api/market/pagos/ordenes': { access: 'client', own: 200 },
  'GET /api/market/pagos/ordenes/:referencia': sameForAll(404, { path: '/api/market/pagos/ordenes/MD-2026-000001' }),
  'POST /api/market/pagos/confirmacion': open(400),
  'GET /pasarela/': open(404),
  'POST /pasarela/': open(404),

  'GET /api/market/users/feriados/:fecha': sameForAll(200, { path: '/api/market/users/feriados/2026-11-20' }),
  'POST /api/market/estadisticas/estadisticasPromedioCierre/': market(200, { body: DAY }),
  'POST /api/market/estadisticas/estadisticasPrecioMercado/': market(200, { body: DAY }),
  'POST /api/market/estadisticas/estadisticasMontoMercado/': market(200, { body: DAY }),
  'POST /api/market/estadisticas/estadisticasMercado': market(200, { body: { moneda: 'USD/COP', sector: 1 } }),
  'GET /api/market/trm/vigente': market(200),
  'GET /api/market/trm/historia': market(200, {
    path: '/api/market/trm/historia?desde=2026-11-01&hasta=2026-11-20',
  }),
  'POST /api/market/graficos/graficoMoneda/': market(200, { body: CHART_DAY }),
  'POST /api/market/graficos/graficoMonedaRT/': market(200, { body: CHART_DAY }),
  'POST /api/market/graficos/graficoPrecios': market(200, { body: CHART_PERIOD }),
  'POST /api/market/graficos/graficoPromedios': market(200, { body: CHART_PERIOD }),
  'POST /api/market/graficos/graficoBollinger': market(200, { body: CHART_PERIOD }),
  'POST /api/market/graficos/graficoVelas': market(200, { body: CHART_PERIOD }),
  // A stream of an ended session continues as a visitor's (D51).
  'GET /api/market/stream': market(200, { path: '/api/market/stream?mercado=71', except: { expired: 200 } }),
  'GET /api/market/cma/monedas/': market(200),
  'GET /api/market/bvc/acciones/': sameForAll(200),
  'GET /api/market/bvc/indices/': sameForAll(200),
  'GET /api/market/bvc/indiceIGBC/': sameForAll(200),
  'GET /api/market/fuentes': sameForAll(200),
  // The market of the demo is simulated.
  'POST /api/market/deals': operates(409),
  'POST /api/market/deals/csv': operates(415),

  'POST /api/imc/usuarios/login': open(400),
  'GET /api/imc/usuarios/session': reads(),
  'POST /api/imc/usuarios/renewpwd': { access: 'pendingEntity', own: 400 },

  'GET /api/imc/entidades/:entidad/usuarios': readsAndina('/entidades/ent-andina/usuarios'),
  'GET /api/imc/entidades/:entidad/usuarios/asignables': readsAndina('/entidades/ent-andina/usuarios/asignables'),
  'GET /api/imc/usuarios/:id': readsAndina('/usuarios/usr-andina-operador'),
  'PUT /api/imc/usuarios/:id': writesAndina({ path: '/api/imc/usuarios/usr-andina-operador' }),
  'POST /api/imc/usuarios': writesAndina(),
  'POST /api/imc/usuarios/estatus': writesAndina(),
  'GET /api/imc/app/idocs': reads(),
  'GET /api/imc/entidades/:entidad/suscripciones': readsAndina('/entidades/ent-andina/suscripciones'),
  'GET /api/imc/entidades/:entidad/suscripciones/:numero': readsAndina('/entidades/ent-andina/suscripciones/004512'),
  'GET /api/imc/paquetes': reads(),
  'GET /api/imc/perfiles/:id/perfiles': reads({ path: '/api/imc/perfiles/prf-operador/perfiles' }),
  'GET /api/imc/requisitos/perfil/:id': reads({ path: '/api/imc/requisitos/perfil/prf-operador' }),
  'GET /api/imc/entidades/:entidad/pantallas/disponibles': readsAndina(
    '/entidades/ent-andina/pantallas/disponibles?perfilActual=prf-operador',
  ),
  'GET /api/imc/entidades/:entidad/solicitudes': readsAndina('/entidades/ent-andina/solicitudes'),
  'GET /api/imc/solicitudes/:id': readsAndina('/solicitudes/sol-00420'),
  'POST /api/imc/entidades/paquete/compra': writesAndina(),
  'POST /api/imc/entidades/solicitud/liberar': writesAndina(),
  'POST /api/imc/entidades/solicitud/asignar': writesAndina(),
  'POST /api/imc/entidades/solicitud/reasignar': writesAndina(),
  'GET /api/imc/entidades/:entidad/auditoria': {
    access: 'entityAdministrator',
    own: 200,
    path: '/api/imc/entidades/ent-andina/auditoria',
    except: OF_ANDINA,
  },

  'GET /api/imc/solicitudes/:id/requisito/:requisito': readsAndina('/solicitudes/sol-00420/requisito/req-documento'),
  'POST /api/imc/solicitudes/:id/requisito/:requisito': uploadsToAndina(
    '/solicitudes/sol-00420/requisito/req-documento',
    409,
  ),
  'GET /api/imc/usuarios/:id/contrato': {
    access: 'entityAdministrator',
    own: 200,
    path: '/api/imc/usuarios/usr-andina-admin/contrato',
    except: OF_ANDINA,
  },
  'POST /api/imc/usuarios/:id/contrato': uploadsToAndina('/usuarios/usr-andina-nuevo/contrato', 400),

  'GET /api/operator/solicitudes': operates(200),
  'GET /api/operator/solicitudes/:referencia': operates(200, '/solicitudes/S-2026-00420'),
  'GET /api/operator/solicitudes/:referencia/requisito/:requisito': operates(
    200,
    '/solicitudes/S-2026-00420/requisito/req-documento',
  ),
  'POST /api/operator/solicitudes/:referencia/aprobar': operates(409, '/solicitudes/S-2026-00418/aprobar'),
  'POST /api/operator/solicitudes/:referencia/rechazar': operates(400, '/solicitudes/S-2026-00418/rechazar'),
  'GET /api/operator/entidades': operates(200),
  'POST /api/operator/entidades': operates(400),
  'GET /api/operator/paquetes': operates(200),
  'POST /api/operator/paquetes': operates(400),
  'PUT /api/operator/paquetes/:codigo': operates(404, '/paquetes/NADA'),
  'GET /api/operator/clientes': operates(200),
  'POST /api/operator/clientes': operates(400),
  'POST /api/operator/clientes/:usuario/desactivar': operates(404, '/clientes/nadie/desactivar'),
  'POST /api/operator/clientes/:usuario/activar': operates(404, '/clientes/nadie/activar'),
  'POST /api/operator/clientes/:usuario/vigencia': operates(400, '/clientes/nadie/vigencia'),
  'POST /api/operator/clientes/:usuario/vencer-clave': operates(404, '/clientes/nadie/vencer-clave'),
  'POST /api/operator/clientes/:usuario/invitar': operates(404, '/clientes/nadie/invitar'),
  'GET /api/operator/registros': operates(200),
  'POST /api/operator/registros/:referencia/aceptar': operates(404, '/registros/R-0000000000/aceptar'),
  'POST /api/operator/registros/:referencia/rechazar': operates(400, '/registros/R-0000000000/rechazar'),
  'GET /api/operator/pagos': operates(200),
  'GET /api/operator/pagos/:referencia': operates(404, '/pagos/MD-2026-000000'),
  'POST /api/operator/pagos/:referencia/consultar': operates(404, '/pagos/MD-2026-000000/consultar'),
  'POST /api/operator/pagos/:referencia/revisar': operates(400, '/pagos/MD-2026-000000/revisar'),
  'GET /api/operator/mensajes': operates(200),
  'GET /api/operator/fuentes': operates(200),
  'GET /api/operator/copia': operates(200),
  'POST /api/operator/mensajes/:id/reintentar': operates(404, '/mensajes/ninguno/reintentar'),

  // Last, because they end the sessions of the callers.
  'POST /api/imc/usuarios/logout': open(200),
  'POST /api/market/users/logout': open(200),
}

const server = await startTestServer(
  {
    ...(await historyEnv('2026-11-20T10:40')),
    OPERATOR_KEY: KEY,
    DEMO_DATA: 'on',
    TRUST_PROXY: '1',
    AUTO_APPROVE_AFTER: 'off',
  },
  { portalFolder: await temporaryPortal(), identity: { effort: LOW_EFFORT, scheduler: IDLE_SCHEDULER } },
)
const { url, database } = server

/** Adds an entity whose only user is an administrator with the password of the demo. */
async function addOtherEntity() {
  const { db } = database
  const entity = await db
    .selectFrom('imc_entities')
    .selectAll()
    .where('id', '=', 'ent-andina')
    .executeTakeFirstOrThrow()
  const user = await db
    .selectFrom('imc_users')
    .selectAll()
    .where('id', '=', 'usr-andina-admin')
    .executeTakeFirstOrThrow()
  const other = { ...entity, id: 'ent-otra', code: 'OTRA', code_key: 'otra', name: 'Otra S. A.' }
  await db.insertInto('imc_entities').values(other).execute()
  await db
    .insertInto('imc_users')
    .values({ ...user, id: 'usr-otra-admin', entity_id: 'ent-otra' })
    .execute()
}

async function logInAs(username: string, entidad = 'ANDINA'): Promise<TestBrowser> {
  const browser = createBrowser(url)
  const body = { entidad, usr_name: username, usr_pwd: DEMO_PASSWORD }
  expect((await browser.post(`${IMC_BASE}/usuarios/login`, body)).status).toBe(200)
  return browser
}

async function logInClient(username: string, browser = createBrowser(url)): Promise<TestBrowser> {
  expect(json(await browser.logIn(username)).status).toBe('success')
  return browser
}

const readCookie = (browser: TestBrowser, name: string) =>
  browser
    .cookies()
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''

/** A browser whose two sessions started too long ago. */
async function expireBoth(): Promise<TestBrowser> {
  const browser = await logInClient('demodos', await logInAs('admin'))
  const startedAt = Date.now() - SESSION_LIFETIME_MS - 60 * 60_000
  const [client, imc] = ['md_cliente', 'md_imc'].map((name) => hashSecret(readCookie(browser, name)))
  await database.db
    .updateTable('identity_sessions')
    .set({ started_at: startedAt })
    .where('id', '=', client ?? '')
    .execute()
  await database.db
    .updateTable('imc_sessions')
    .set({ started_at: startedAt })
    .where('id', '=', imc ?? '')
    .execute()
  return browser
}

await addOtherEntity()

const cookieOf = (browser: TestBrowser) => ({ cookie: browser.cookies() })

const HEADERS: Readonly<Record<CallerName, Readonly<Record<string, string>>>> = {
  anonymous: {},
  client: cookieOf(await logInClient('demo')),
  usuario: cookieOf(await logInAs('operador')),
  administrator: cookieOf(await logInAs('admin')),
  'other administrator': cookieOf(await logInAs('admin', 'OTRA')),
  'pending password': cookieOf(await logInAs('nuevo')),
  expired: cookieOf(await expireBoth()),
  operator: { [OPERATOR_KEY_HEADER]: KEY },
  'wrong operator key': { [OPERATOR_KEY_HEADER]: `${KEY}x` },
}

/** Fastify adds a HEAD to each GET; it is tested with its GET. */
const routes = server.app.declaredRoutes.filter(({ method }) => method !== 'HEAD')
const declared = routes.map(({ method, url: address }) => `${method} ${address}`)

test('the matrix has every route of the server, and no other', () => {
  expect(Object.keys(MATRIX).toSorted()).toEqual(declared.toSorted())
})

test('each route declares the access that the matrix names', () => {
  const accesses = routes.map(({ method, url: address, access }) => [`${method} ${address}`, access])
  expect(Object.fromEntries(accesses)).toEqual(
    Object.fromEntries(Object.entries(MATRIX).map(([route, { access }]) => [route, access])),
  )
})

/** Returns the status of a reply without reading its body, which may be an endless stream. */
function readStatus(method: string, path: string, headers: OutgoingHttpHeaders, body: string | null): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (reply) => {
      resolve(reply.statusCode ?? 0)
      sent.destroy()
    })
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}

let calls = 0

/** Returns a new network address for each call, so that wrong operator keys cause no pause. */
function nextAddress() {
  calls += 1
  return { 'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}` }
}

function callRoute(method: string, route: string, { path, body = {} }: Row, caller: CallerName): Promise<number> {
  const address = path ?? route.slice(route.indexOf(' ') + 1)
  const from = { ...HEADERS[caller], ...nextAddress() }
  if (method === 'GET' || method === 'HEAD') return readStatus(method, address, from, null)
  const headers = { ...from, 'content-type': 'application/json' }
  return readStatus(method, address, headers, JSON.stringify(body))
}

async function callAsEach(method: string, route: string, row: Row) {
  const statuses: Record<string, number> = {}
  for (const caller of CALLERS) statuses[caller] = await callRoute(method, route, row, caller)
  return statuses
}

test.each(Object.entries(MATRIX))('%s replies to each caller with the status of the matrix', async (route, row) => {
  const [method = ''] = route.split(' ')
  const expected = Object.entries({ ...OUTCOMES[row.access], ...row.except }).map(([caller, outcome]) => [
    caller,
    outcome === 'own' ? row.own : outcome,
  ])
  expect(await callAsEach(method, route, row)).toEqual(Object.fromEntries(expected))
  const hasHead = server.app.hasRoute({ method: 'HEAD', url: route.slice(route.indexOf(' ') + 1) })
  if (method === 'GET' && hasHead) expect(await callAsEach('HEAD', route, row)).toEqual(Object.fromEntries(expected))
})
