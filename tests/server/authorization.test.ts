import { type OutgoingHttpHeaders, request } from 'node:http'
import { expect, test } from 'vitest'

import type { RouteAccess } from '#server/http/access.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { hashSecret } from '#server/secrets.ts'
import { API_V1_BASE } from '#src/adapters/http/contract/api-v1.ts'
import { OPERATOR_BASE } from '#src/adapters/http/contract/operator/operator.ts'
import { OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import { SETTING_NAMES } from '#src/domain/identity/settings.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { createBrowser, IDLE_SCHEDULER, json, type TestBrowser } from '#tests/support/identity.ts'
import { historyEnv } from '#tests/support/market-history.ts'
import { temporaryPortal } from '#tests/support/portal-folder.ts'
import { LOW_EFFORT, startTestServer } from '#tests/support/server.ts'
import { VISITOR_URLS } from '#tests/support/visitor-reads.ts'

const KEY = 'clave-de-prueba-del-operador'

/**
 * The callers. `pending password` is a user who must first change the password. `expired` sends the
 * cookies of two sessions that expired an hour ago.
 */
const CALLERS = [
  'anonymous',
  'client',
  'entity user',
  'administrator',
  'other administrator',
  'pending password',
  'expired',
  'operator',
  'wrong operator key',
] as const
type CallerName = (typeof CALLERS)[number]

/** Expected status of a caller; `allowed` stands for the `allowedStatus` of the route. */
type Outcome = number | 'allowed'

const sameOutcome = (outcome: Outcome): Record<CallerName, Outcome> => ({
  anonymous: outcome,
  client: outcome,
  'entity user': outcome,
  administrator: outcome,
  'other administrator': outcome,
  'pending password': outcome,
  expired: outcome,
  operator: outcome,
  'wrong operator key': outcome,
})

/** Outcome of each caller by the access that a route declares (D17, D24, D25, D44). */
const OUTCOMES: Readonly<Record<RouteAccess, Readonly<Record<CallerName, Outcome>>>> = {
  public: sameOutcome('allowed'),
  // A client whose session has just expired gets a 401 once, and is a visitor afterwards (D54).
  audience: { ...sameOutcome('allowed'), expired: 401 },
  visitor: sameOutcome('allowed'),
  api: sameOutcome('allowed'),
  client: { ...sameOutcome(401), client: 'allowed' },
  session: { ...sameOutcome(401), client: 'allowed' },
  entityReader: {
    ...sameOutcome(401),
    'entity user': 'allowed',
    administrator: 'allowed',
    'other administrator': 'allowed',
    'pending password': 403,
  },
  entityAdministrator: {
    ...sameOutcome(401),
    'entity user': 403,
    administrator: 'allowed',
    'other administrator': 'allowed',
    'pending password': 403,
  },
  entityFactor: {
    ...sameOutcome(401),
    'entity user': 'allowed',
    administrator: 'allowed',
    'other administrator': 'allowed',
    'pending password': 403,
  },
  pendingEntity: {
    ...sameOutcome(401),
    'entity user': 403,
    administrator: 403,
    'other administrator': 403,
    'pending password': 'allowed',
  },
  operator: { ...sameOutcome(401), operator: 'allowed' },
}

interface Row {
  readonly access: RouteAccess
  /** The status for callers that the access allows. */
  readonly allowedStatus: number
  /** The path; by default the path of the route. */
  readonly path?: string
  readonly body?: unknown
  /** Callers that get another status than the access defines. */
  readonly except?: Partial<Record<CallerName, number>>
}

const publicRow = (allowedStatus: number, row: Partial<Row> = {}): Row => ({ access: 'public', allowedStatus, ...row })

/** A market route whose reply differs by audience. */
const marketRow = (allowedStatus: number, row: Partial<Row> = {}): Row => ({
  access: 'audience',
  allowedStatus,
  ...row,
})

/** A market route with one reply for all callers. An expired client gets a 401 first (D54). */
const sharedRow = (allowedStatus: number, row: Partial<Row> = {}): Row => ({
  access: 'public',
  allowedStatus,
  except: { expired: 401 },
  ...row,
})

/** A call of the public API: sessions change nothing. */
const apiRow = (path: string): Row => ({ access: 'api', allowedStatus: 200, path: API_V1_BASE + path })

/** The path or the body names ANDINA: an administrator of another entity gets 403 (D24). */
const OF_ANDINA = { 'other administrator': 403 }

const entityReadRow = (row: Partial<Row> = {}): Row => ({ access: 'entityReader', allowedStatus: 200, ...row })

/** A route that reads rows of ANDINA. */
const andinaReadRow = (path: string, allowedStatus = 200): Row =>
  entityReadRow({ path: IMC_BASE + path, allowedStatus, except: OF_ANDINA })

/** A route that changes ANDINA, called with an incomplete body: allowed callers get 400. */
const andinaWriteRow = (row: Partial<Row> = {}): Row => ({
  access: 'entityAdministrator',
  allowedStatus: 400,
  body: { entidad_id: 'ent-andina' },
  except: OF_ANDINA,
  ...row,
})

/** An upload to ANDINA without a file. */
const andinaUploadRow = (path: string, allowedStatus: number): Row =>
  andinaWriteRow({ path: IMC_BASE + path, allowedStatus, body: {} })

/** A route of the operator. */
const operatorRow = (allowedStatus: number, path?: string): Row => ({
  access: 'operator',
  allowedStatus,
  ...(path !== undefined && { path: OPERATOR_BASE + path }),
})

const DAY = { fecha: '2026-11-20', mercado: 71, delay: 15 }
const CHART_DAY = { fecha: '2026-11-20', moneda: 1, delay: 15, market: 71 }
const CHART_PERIOD = { mercado: 71, moneda: 'USD/COP', periodo: '1d' }

/** Every route of the server with its expected statuses. A POST without `body` sends `{}`. */
const MATRIX: Readonly<Record<string, Row>> = {
  'GET /*': publicRow(200, { path: '/' }),
  'GET /config.json': publicRow(200),
  'GET /healthz': publicRow(200),
  'GET /readyz': publicRow(200),
  'GET /api/docs': publicRow(200),
  'GET /api/docs/openapi.json': publicRow(200),
  'GET /robots.txt': publicRow(200),
  'GET /sitemap.xml': publicRow(200),
  'GET /sitemaps/:name': publicRow(200, { path: '/sitemaps/paginas.xml' }),
  // The test server has no font folder, so it cannot draw the picture.
  'GET /compartir/precio.png': publicRow(503),
  'GET /compartir/dia/:name': publicRow(404, { path: '/compartir/dia/1990-01-04.png' }),
  'GET /api/human-check/challenge': publicRow(200),
  'GET /api/news/rss/': publicRow(200),
  'POST /api/registro': publicRow(400),

  'POST /api/market/users/login': publicRow(400),
  'GET /api/market/users/session': { access: 'client', allowedStatus: 200 },
  'POST /api/market/users/login/factor': publicRow(400),
  'POST /api/market/users/login/llave': publicRow(400),
  'GET /api/market/users/llaves': { access: 'client', allowedStatus: 200 },
  'POST /api/market/users/llaves': { access: 'client', allowedStatus: 400 },
  'POST /api/market/users/llaves/iniciar': { access: 'client', allowedStatus: 400 },
  'POST /api/market/users/llaves/renombrar': { access: 'client', allowedStatus: 400 },
  'POST /api/market/users/llaves/quitar': { access: 'client', allowedStatus: 400 },
  'POST /api/market/users/llaves/reto': { access: 'client', allowedStatus: 409 },
  'GET /api/market/users/segundo-factor': { access: 'client', allowedStatus: 200 },
  'POST /api/market/users/segundo-factor/iniciar': { access: 'client', allowedStatus: 400 },
  'POST /api/market/users/segundo-factor/confirmar': { access: 'client', allowedStatus: 400 },
  'POST /api/market/users/segundo-factor/desactivar': { access: 'client', allowedStatus: 400 },
  'POST /api/market/users/segundo-factor/codigos': { access: 'client', allowedStatus: 400 },
  'POST /api/market/user/terminos': { access: 'client', allowedStatus: 400 },
  'POST /api/application-token/login': { access: 'client', allowedStatus: 200 },
  'POST /api/password/restPassword.php': publicRow(400),
  'POST /api/password/verifyTokens.php': publicRow(400),
  'POST /api/password/ChangePassword.php': publicRow(400),
  'POST /api/password/RenewPassword.php': { access: 'session', allowedStatus: 400 },

  'POST /api/market/pagos/ordenes': sharedRow(400, { body: { plan: 'anual', email: 'a@nandu.example' } }),
  'GET /api/market/pagos/ordenes': { access: 'client', allowedStatus: 200 },
  'GET /api/market/pagos/vigencia': {
    access: 'client',
    path: '/api/market/pagos/vigencia?plan=anual',
    allowedStatus: 200,
  },
  'GET /api/market/pagos/ordenes/:referencia': sharedRow(404, { path: '/api/market/pagos/ordenes/MD-2026-000001' }),
  'POST /api/market/pagos/confirmacion': publicRow(400),
  'GET /api/market/alertas': { access: 'client', allowedStatus: 200 },
  'POST /api/market/alertas': { access: 'client', allowedStatus: 400 },
  'POST /api/market/alertas/cambiar': { access: 'client', allowedStatus: 400 },
  'POST /api/market/alertas/estado': { access: 'client', allowedStatus: 400 },
  'POST /api/market/alertas/quitar': { access: 'client', allowedStatus: 400 },
  'GET /api/market/alertas/historial': { access: 'client', allowedStatus: 200 },
  'GET /api/market/alertas/avisos': { access: 'client', allowedStatus: 200 },
  'POST /api/market/alertas/avisos': { access: 'client', allowedStatus: 400 },
  'POST /api/market/alertas/webhook': { access: 'client', allowedStatus: 400 },
  'POST /api/market/alertas/webhook/secreto': { access: 'client', allowedStatus: 409 },
  'POST /api/market/alertas/webhook/probar': { access: 'client', allowedStatus: 409 },
  'POST /api/market/alertas/push/estado': { access: 'client', allowedStatus: 400 },
  'POST /api/market/alertas/push': { access: 'client', allowedStatus: 400 },
  'POST /api/market/alertas/push/quitar': { access: 'client', allowedStatus: 400 },
  'GET /api/market/alertas/detener': sharedRow(404),
  'POST /api/market/alertas/detener': sharedRow(404),
  'GET /pasarela/': publicRow(404),
  'POST /pasarela/': publicRow(404),

  'GET /api/market/users/ajustes/:nombre': {
    access: 'client',
    allowedStatus: 200,
    path: `/api/market/users/ajustes/${SETTING_NAMES[0]}`,
  },
  'PUT /api/market/users/ajustes/:nombre': {
    access: 'client',
    allowedStatus: 400,
    path: `/api/market/users/ajustes/${SETTING_NAMES[0]}`,
    body: {},
  },
  'GET /api/market/users/claves': { access: 'client', allowedStatus: 200 },
  'POST /api/market/users/claves': { access: 'client', allowedStatus: 400, body: {} },
  'POST /api/market/users/claves/:id/rotar': {
    access: 'client',
    allowedStatus: 409,
    path: '/api/market/users/claves/otra/rotar',
  },
  'POST /api/market/users/claves/:id/revocar': {
    access: 'client',
    allowedStatus: 409,
    path: '/api/market/users/claves/otra/revocar',
  },
  'OPTIONS /api/v1/*': publicRow(204, { path: `${API_V1_BASE}/trm/2026-11-20` }),
  'GET /api/v1/trm/vigente': apiRow('/trm/vigente'),
  'GET /api/v1/trm/:fecha': apiRow('/trm/2026-11-20'),
  'GET /api/v1/trm': apiRow('/trm?from=2026-11-01&to=2026-11-20'),
  'GET /api/v1/dias/:fecha': apiRow('/dias/2026-11-19'),
  'GET /api/v1/dias': apiRow('/dias?from=2026-11-16&to=2026-11-20'),
  'GET /api/v1/convertir': apiRow('/convertir?monto=1000'),

  'GET /api/market/widget/:mercado': publicRow(200, { path: '/api/market/widget/spot' }),
  'GET /api/market/users/feriados/:fecha': sharedRow(200, { path: '/api/market/users/feriados/2026-11-20' }),
  'POST /api/market/estadisticas/estadisticasPromedioCierre/': marketRow(200, { body: DAY }),
  'POST /api/market/estadisticas/estadisticasPrecioMercado/': marketRow(200, { body: DAY }),
  'POST /api/market/estadisticas/estadisticasMontoMercado/': marketRow(200, { body: DAY }),
  'POST /api/market/estadisticas/estadisticasMercado': marketRow(200, { body: { moneda: 'USD/COP', sector: 1 } }),
  'GET /api/market/trm/vigente': marketRow(200),
  'GET /api/market/trm/historia': marketRow(200, {
    path: '/api/market/trm/historia?desde=2026-11-01&hasta=2026-11-20',
  }),
  'GET /api/market/dias': marketRow(200, { path: '/api/market/dias?desde=2026-11-01&hasta=2026-11-20' }),
  ...Object.fromEntries(
    [...VISITOR_URLS].map(([path, address]) => [
      `GET ${path}`,
      { access: 'visitor', allowedStatus: 200, path: address } satisfies Row,
    ]),
  ),
  'POST /api/market/graficos/graficoMoneda/': marketRow(200, { body: CHART_DAY }),
  'POST /api/market/graficos/graficoMonedaRT/': marketRow(200, { body: CHART_DAY }),
  'POST /api/market/graficos/graficoPrecios': marketRow(200, { body: CHART_PERIOD }),
  'POST /api/market/graficos/graficoPromedios': marketRow(200, { body: CHART_PERIOD }),
  'POST /api/market/graficos/graficoBollinger': marketRow(200, { body: CHART_PERIOD }),
  'POST /api/market/graficos/graficoVelas': marketRow(200, { body: CHART_PERIOD }),
  // A stream of an ended session continues as the stream of a visitor (D51).
  'GET /api/market/stream': marketRow(200, { path: '/api/market/stream?mercado=71', except: { expired: 200 } }),
  'GET /api/market/cma/monedas/': marketRow(200),
  'GET /api/market/bvc/acciones/': sharedRow(200),
  'GET /api/market/bvc/indices/': sharedRow(200),
  'GET /api/market/bvc/indiceIGBC/': sharedRow(200),
  'GET /api/market/fuentes': sharedRow(200),
  // The simulated market of the demo accepts no deals.
  'POST /api/market/deals': operatorRow(409),
  'POST /api/market/deals/csv': operatorRow(415),

  'POST /api/imc/usuarios/login': publicRow(400),
  'GET /api/imc/usuarios/session': { access: 'entityFactor', allowedStatus: 200 },
  'POST /api/imc/usuarios/login/factor': publicRow(400),
  'POST /api/imc/usuarios/login/llave': publicRow(400),
  'GET /api/imc/usuarios/llaves': { access: 'entityFactor', allowedStatus: 200 },
  'POST /api/imc/usuarios/llaves': { access: 'entityFactor', allowedStatus: 400 },
  'POST /api/imc/usuarios/llaves/iniciar': { access: 'entityFactor', allowedStatus: 400 },
  'POST /api/imc/usuarios/llaves/renombrar': { access: 'entityFactor', allowedStatus: 400 },
  'POST /api/imc/usuarios/llaves/quitar': { access: 'entityFactor', allowedStatus: 400 },
  'POST /api/imc/usuarios/llaves/reto': { access: 'entityFactor', allowedStatus: 409 },
  'GET /api/imc/usuarios/segundo-factor': { access: 'entityFactor', allowedStatus: 200 },
  'POST /api/imc/usuarios/segundo-factor/iniciar': { access: 'entityFactor', allowedStatus: 400 },
  'POST /api/imc/usuarios/segundo-factor/confirmar': { access: 'entityFactor', allowedStatus: 400 },
  'POST /api/imc/usuarios/segundo-factor/desactivar': { access: 'entityFactor', allowedStatus: 400 },
  'POST /api/imc/usuarios/segundo-factor/codigos': { access: 'entityFactor', allowedStatus: 400 },
  'POST /api/imc/usuarios/session/vigente': entityReadRow(),
  'POST /api/imc/usuarios/sesiones/cerrar': entityReadRow({ allowedStatus: 400 }),
  'GET /api/imc/entidades/:entidad/sesiones': andinaReadRow('/entidades/ent-andina/sesiones'),
  'GET /api/imc/entidades/:entidad/accesos': {
    ...andinaReadRow('/entidades/ent-andina/accesos'),
    access: 'entityAdministrator',
  },
  'POST /api/imc/usuarios/acceso': andinaWriteRow(),
  'POST /api/imc/usuarios/renewpwd': { access: 'pendingEntity', allowedStatus: 400 },

  'GET /api/imc/entidades/:entidad/usuarios': andinaReadRow('/entidades/ent-andina/usuarios'),
  'GET /api/imc/entidades/:entidad/usuarios/asignables': andinaReadRow('/entidades/ent-andina/usuarios/asignables'),
  'GET /api/imc/usuarios/:id': andinaReadRow('/usuarios/usr-andina-operador'),
  'PUT /api/imc/usuarios/:id': andinaWriteRow({ path: '/api/imc/usuarios/usr-andina-operador' }),
  'POST /api/imc/usuarios': andinaWriteRow(),
  'POST /api/imc/usuarios/estatus': andinaWriteRow(),
  'POST /api/imc/usuarios/lote': andinaWriteRow(),
  'GET /api/imc/vistas': entityReadRow({ path: '/api/imc/vistas?lista=usuarios' }),
  'POST /api/imc/vistas': andinaWriteRow({ access: 'entityReader' }),
  'PUT /api/imc/vistas/:id': andinaWriteRow({ access: 'entityReader', path: '/api/imc/vistas/vis-1' }),
  'POST /api/imc/vistas/:id/eliminar': entityReadRow({ path: '/api/imc/vistas/vis-1/eliminar', allowedStatus: 404 }),
  'GET /api/imc/app/idocs': entityReadRow(),
  'GET /api/imc/entidades/:entidad/suscripciones': andinaReadRow('/entidades/ent-andina/suscripciones'),
  'GET /api/imc/entidades/:entidad/suscripciones/:numero': andinaReadRow('/entidades/ent-andina/suscripciones/004512'),
  'GET /api/imc/entidades/:entidad/gobierno': andinaReadRow('/entidades/ent-andina/gobierno'),
  'PUT /api/imc/entidades/:entidad/gobierno': andinaWriteRow({ path: '/api/imc/entidades/ent-andina/gobierno' }),
  'GET /api/imc/entidades/:entidad/revision': andinaReadRow('/entidades/ent-andina/revision'),
  'POST /api/imc/entidades/:entidad/revision': andinaWriteRow({ path: '/api/imc/entidades/ent-andina/revision' }),
  'GET /api/imc/entidades/:entidad/vencimientos': andinaReadRow('/entidades/ent-andina/vencimientos'),
  'PUT /api/imc/entidades/:entidad/suscripciones/:numero/pantallas/:pantalla/vencimiento': andinaWriteRow({
    path: '/api/imc/entidades/ent-andina/suscripciones/004512/pantallas/P-05/vencimiento',
  }),
  'GET /api/imc/paquetes': entityReadRow(),
  'GET /api/imc/perfiles/:id/perfiles': entityReadRow({ path: '/api/imc/perfiles/prf-operador/perfiles' }),
  'GET /api/imc/requisitos/perfil/:id': entityReadRow({ path: '/api/imc/requisitos/perfil/prf-operador' }),
  'GET /api/imc/entidades/:entidad/pantallas': andinaReadRow('/entidades/ent-andina/pantallas'),
  'GET /api/imc/entidades/:entidad/pantallas/disponibles': andinaReadRow(
    '/entidades/ent-andina/pantallas/disponibles?perfilActual=prf-operador',
  ),
  'GET /api/imc/entidades/:entidad/solicitudes': andinaReadRow('/entidades/ent-andina/solicitudes'),
  'GET /api/imc/solicitudes/:id': andinaReadRow('/solicitudes/sol-00420'),
  'POST /api/imc/solicitudes/:id/confirmar': andinaWriteRow({
    path: '/api/imc/solicitudes/sol-99999/confirmar',
    allowedStatus: 404,
  }),
  'POST /api/imc/solicitudes/:id/retirar': andinaWriteRow({
    path: '/api/imc/solicitudes/sol-99999/retirar',
    allowedStatus: 404,
  }),
  'POST /api/imc/solicitudes/:id/devolver': andinaWriteRow({ path: '/api/imc/solicitudes/sol-99999/devolver' }),
  'POST /api/imc/entidades/paquete/compra': andinaWriteRow(),
  'POST /api/imc/solicitudes/:id/correccion': andinaWriteRow(),
  'POST /api/imc/entidades/solicitud/liberar': andinaWriteRow(),
  'POST /api/imc/entidades/solicitud/asignar': andinaWriteRow(),
  'POST /api/imc/entidades/solicitud/reasignar': andinaWriteRow(),
  'GET /api/imc/entidades/:entidad/auditoria': {
    access: 'entityAdministrator',
    allowedStatus: 200,
    path: '/api/imc/entidades/ent-andina/auditoria',
    except: OF_ANDINA,
  },

  'GET /api/imc/solicitudes/:id/requisito/:requisito': andinaReadRow('/solicitudes/sol-00420/requisito/req-documento'),
  'POST /api/imc/solicitudes/:id/requisito/:requisito': andinaUploadRow(
    '/solicitudes/sol-00420/requisito/req-documento',
    409,
  ),
  'GET /api/imc/usuarios/:id/contrato': {
    access: 'entityAdministrator',
    allowedStatus: 200,
    path: '/api/imc/usuarios/usr-andina-admin/contrato',
    except: OF_ANDINA,
  },
  'POST /api/imc/usuarios/:id/contrato': andinaUploadRow('/usuarios/usr-andina-nuevo/contrato', 400),

  'GET /api/operator/solicitudes': operatorRow(200),
  'GET /api/operator/solicitudes/:referencia': operatorRow(200, '/solicitudes/S-2026-00420'),
  'GET /api/operator/solicitudes/:referencia/requisito/:requisito': operatorRow(
    200,
    '/solicitudes/S-2026-00420/requisito/req-documento',
  ),
  'POST /api/operator/solicitudes/:referencia/confirmar': operatorRow(409, '/solicitudes/S-2026-00418/confirmar'),
  'POST /api/operator/solicitudes/:referencia/aprobar': operatorRow(409, '/solicitudes/S-2026-00418/aprobar'),
  'POST /api/operator/solicitudes/:referencia/rechazar': operatorRow(400, '/solicitudes/S-2026-00418/rechazar'),
  'GET /api/operator/entidades': operatorRow(200),
  'GET /api/operator/operaciones': operatorRow(200),
  'POST /api/operator/operaciones': operatorRow(400),
  'GET /api/operator/entidades/:codigo/gobierno': operatorRow(200, '/entidades/ANDINA/gobierno'),
  'PUT /api/operator/entidades/:codigo/gobierno': operatorRow(200, '/entidades/ANDINA/gobierno'),
  'POST /api/operator/entidades': operatorRow(400),
  'POST /api/operator/entidades/:codigo/segundo-factor': operatorRow(400, '/entidades/NINGUNA/segundo-factor'),
  'POST /api/operator/entidades/:codigo/usuarios/:usuario/restablecer-factor': operatorRow(
    404,
    '/entidades/ANDINA/usuarios/nadie/restablecer-factor',
  ),
  'GET /api/operator/entidades/:codigo/accesos': operatorRow(200, '/entidades/ANDINA/accesos'),
  'POST /api/operator/entidades/:codigo/administradores': operatorRow(400, '/entidades/NINGUNA/administradores'),
  'POST /api/operator/entidades/:codigo/usuarios/:usuario/acceso': operatorRow(
    400,
    '/entidades/NINGUNA/usuarios/nadie/acceso',
  ),
  'POST /api/operator/entidades/:codigo/sesiones/cerrar': operatorRow(404, '/entidades/NINGUNA/sesiones/cerrar'),
  'POST /api/operator/entidades/:codigo/usos': operatorRow(400, '/entidades/NINGUNA/usos'),
  'GET /api/operator/paquetes': operatorRow(200),
  'POST /api/operator/paquetes': operatorRow(400),
  'PUT /api/operator/paquetes/:codigo': operatorRow(404, '/paquetes/NADA'),
  'GET /api/operator/clientes': operatorRow(200),
  'POST /api/operator/clientes': operatorRow(400),
  'POST /api/operator/clientes/:usuario/desactivar': operatorRow(404, '/clientes/nadie/desactivar'),
  'POST /api/operator/clientes/:usuario/activar': operatorRow(404, '/clientes/nadie/activar'),
  'POST /api/operator/clientes/:usuario/vigencia': operatorRow(400, '/clientes/nadie/vigencia'),
  'POST /api/operator/clientes/:usuario/vencer-clave': operatorRow(404, '/clientes/nadie/vencer-clave'),
  'POST /api/operator/clientes/:usuario/restablecer-factor': operatorRow(404, '/clientes/nadie/restablecer-factor'),
  'POST /api/operator/clientes/:usuario/invitar': operatorRow(404, '/clientes/nadie/invitar'),
  'GET /api/operator/registros': operatorRow(200),
  'POST /api/operator/registros/:referencia/aceptar': operatorRow(404, '/registros/R-0000000000/aceptar'),
  'POST /api/operator/registros/:referencia/rechazar': operatorRow(400, '/registros/R-0000000000/rechazar'),
  'GET /api/operator/pagos': operatorRow(200),
  'GET /api/operator/pagos/:referencia': operatorRow(404, '/pagos/MD-2026-000000'),
  'POST /api/operator/pagos/:referencia/consultar': operatorRow(404, '/pagos/MD-2026-000000/consultar'),
  'POST /api/operator/pagos/:referencia/revisar': operatorRow(400, '/pagos/MD-2026-000000/revisar'),
  'GET /api/operator/mensajes': operatorRow(200),
  'GET /api/operator/fuentes': operatorRow(200),
  'GET /api/operator/claves': operatorRow(200),
  'GET /api/operator/auditoria': operatorRow(200),
  'POST /api/operator/claves': operatorRow(400),
  'POST /api/operator/claves/:nombre/rotar': operatorRow(400, '/claves/ninguna/rotar'),
  'POST /api/operator/claves/:nombre/revocar': operatorRow(409, '/claves/ninguna/revocar'),
  'GET /api/operator/copia': operatorRow(200),
  'POST /api/operator/mensajes/:id/reintentar': operatorRow(404, '/mensajes/ninguno/reintentar'),

  // These rows are last, because they end the sessions of the callers.
  'POST /api/imc/usuarios/logout': publicRow(200),
  'POST /api/market/users/logout': publicRow(200),
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

async function logInEntityUser(username: string, entidad = 'ANDINA'): Promise<TestBrowser> {
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

/** Creates a browser whose client session and IMC session have expired. */
async function createExpiredBrowser(): Promise<TestBrowser> {
  const browser = await logInClient('demodos', await logInEntityUser('admin'))
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

const toCookieHeader = (browser: TestBrowser) => ({ cookie: browser.cookies() })

const HEADERS: Readonly<Record<CallerName, Readonly<Record<string, string>>>> = {
  anonymous: {},
  client: toCookieHeader(await logInClient('demo')),
  'entity user': toCookieHeader(await logInEntityUser('operador')),
  administrator: toCookieHeader(await logInEntityUser('admin')),
  'other administrator': toCookieHeader(await logInEntityUser('admin', 'OTRA')),
  'pending password': toCookieHeader(await logInEntityUser('nuevo')),
  expired: toCookieHeader(await createExpiredBrowser()),
  operator: { [OPERATOR_KEY_HEADER]: KEY },
  'wrong operator key': { [OPERATOR_KEY_HEADER]: `${KEY}x` },
}

/** All routes except the HEAD routes that Fastify adds; the test of a GET route also calls HEAD. */
const routes = server.app.declaredRoutes.filter(({ method }) => method !== 'HEAD')
const routeNames = routes.map(({ method, url: path }) => `${method} ${path}`)

test('the matrix lists exactly the routes of the server', () => {
  expect(Object.keys(MATRIX).toSorted()).toEqual(routeNames.toSorted())
})

test('each route declares the access that the matrix names', () => {
  const accesses = routes.map(({ method, url: path, access }) => [`${method} ${path}`, access])
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

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

let callCount = 0

/** Returns the header of a new network address, so that no address reaches a rate limit. */
function createAddressHeader() {
  callCount += 1
  return { 'x-forwarded-for': `10.${callCount >> 16}.${(callCount >> 8) & 255}.${callCount & 255}` }
}

function callRoute(method: string, route: string, row: Row, caller: CallerName): Promise<number> {
  const { path = route.slice(route.indexOf(' ') + 1), body = {} } = row
  const callerHeaders = { ...HEADERS[caller], ...createAddressHeader() }
  if (BODILESS.has(method)) return readStatus(method, path, callerHeaders, null)
  const headers = { ...callerHeaders, 'content-type': 'application/json' }
  return readStatus(method, path, headers, JSON.stringify(body))
}

async function callAsEachCaller(method: string, route: string, row: Row) {
  const statuses: Record<string, number> = {}
  for (const caller of CALLERS) statuses[caller] = await callRoute(method, route, row, caller)
  return statuses
}

test.each(Object.entries(MATRIX))('%s replies to each caller with the status of the matrix', async (route, row) => {
  const [method = ''] = route.split(' ')
  const expected = Object.entries({ ...OUTCOMES[row.access], ...row.except }).map(([caller, outcome]) => [
    caller,
    outcome === 'allowed' ? row.allowedStatus : outcome,
  ])
  expect(await callAsEachCaller(method, route, row)).toEqual(Object.fromEntries(expected))
  const hasHead = server.app.hasRoute({ method: 'HEAD', url: route.slice(route.indexOf(' ') + 1) })
  if (method === 'GET' && hasHead)
    expect(await callAsEachCaller('HEAD', route, row)).toEqual(Object.fromEntries(expected))
})
