import * as z from 'zod/mini'

import { type AreaOperation, type Operations, toAreaOperations } from '#server/api-docs/operation.ts'
import { doneReply } from '#src/adapters/http/contract/done.ts'
import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/imc/paths.ts'
import {
  assignableUsersReply,
  freeScreensReply,
  offersReply,
  packageGroupsReply,
  profilesReply,
  requirementsReply,
  screensReply,
  subscriptionsReply,
} from '#src/adapters/http/contract/imc/products.ts'
import {
  auditReply,
  documentReply,
  receiptReply,
  requestDetailReply,
  requestsReply,
} from '#src/adapters/http/contract/imc/requests.ts'
import {
  createdUserReply,
  documentTypesReply,
  entityUsersReply,
  loginUserReply,
} from '#src/adapters/http/contract/imc/users.ts'

/** Adds the cursor of the next page to a list reply. The cursor is optional. */
const withCursor = <T extends z.ZodMiniObject>(list: T) =>
  z.extend(list, { siguiente: z.optional(z.nullable(z.string())) })

/** The body of a conflict; it may contain the current screens. */
const conflictReply = z.object({ message: z.string(), data: z.optional(screensReply.shape.data) })

const FILE_REPLY = { type: 'application/octet-stream', text: 'El documento, con el tipo de su contenido' }
const UPLOAD_LIMIT = 'Un archivo de hasta 512.000 bytes en el campo fupload'

const SESSION = toAreaOperations('entitySession', {
  'POST /api/imc/usuarios/login': {
    summary: 'Ingreso de un usuario de una entidad',
    reply: loginUserReply,
    replyHeaders: ['Set-Cookie'],
    refusals: [401, 429],
    limit: 'Tras varios intentos, pausas con Retry-After',
  },
  'GET /api/imc/usuarios/session': { summary: 'El usuario de la sesión', reply: loginUserReply },
  'POST /api/imc/usuarios/logout': {
    summary: 'Cierra la sesión',
    reply: doneReply,
    replyHeaders: ['Set-Cookie'],
  },
  'POST /api/imc/usuarios/renewpwd': {
    summary: 'Reemplaza la contraseña temporal',
    reply: loginUserReply,
    replyHeaders: ['Set-Cookie'],
  },
})

const USERS = toAreaOperations('entityUsers', {
  'GET /api/imc/entidades/:entidad/usuarios': {
    summary: 'Usuarios de la entidad',
    reply: withCursor(entityUsersReply),
  },
  'GET /api/imc/entidades/:entidad/usuarios/asignables': {
    summary: 'Usuarios a los que se puede asignar una pantalla',
    reply: assignableUsersReply,
  },
  'GET /api/imc/usuarios/:id': {
    summary: 'Un usuario',
    reply: entityUsersReply,
    refusals: [404],
  },
  'PUT /api/imc/usuarios/:id': {
    summary: 'Edita un usuario',
    reply: doneReply,
    refusals: [404, 409],
    headers: [IDEMPOTENCY_HEADER],
  },
  'POST /api/imc/usuarios': {
    summary: 'Crea un usuario',
    reply: createdUserReply,
    refusals: [409],
    headers: [IDEMPOTENCY_HEADER],
  },
  'POST /api/imc/usuarios/estatus': {
    summary: 'Activa o inactiva un usuario',
    reply: doneReply,
    refusals: [404, 409],
    headers: [IDEMPOTENCY_HEADER],
  },
  'GET /api/imc/app/idocs': { summary: 'Tipos de documento', reply: documentTypesReply },
  'GET /api/imc/usuarios/:id/contrato': {
    summary: 'Descarga el contrato de un administrador',
    reply: FILE_REPLY,
    replyHeaders: ['Content-Disposition'],
    refusals: [404, 503],
  },
  'POST /api/imc/usuarios/:id/contrato': {
    summary: 'Carga el contrato de un administrador',
    body: 'upload',
    reply: doneReply,
    refusals: [404, 409, 413, 415, 503],
    limit: UPLOAD_LIMIT,
  },
})

const PRODUCTS = toAreaOperations('entityProducts', {
  'GET /api/imc/entidades/:entidad/suscripciones': {
    summary: 'Suscripciones: todas, de un paquete, o agrupadas por paquete',
    reply: z.union([packageGroupsReply, subscriptionsReply]),
    refusals: [404],
  },
  'GET /api/imc/entidades/:entidad/suscripciones/:numero': {
    summary: 'Pantallas de una suscripción',
    reply: withCursor(screensReply),
    refusals: [404],
  },
  'GET /api/imc/paquetes': { summary: 'Paquetes que se ofrecen', reply: offersReply },
  'GET /api/imc/perfiles/:id/perfiles': {
    summary: 'Perfiles compatibles con uno',
    reply: profilesReply,
    refusals: [404],
  },
  'GET /api/imc/requisitos/perfil/:id': {
    summary: 'Documentos que pide un perfil',
    reply: requirementsReply,
    refusals: [404],
  },
  'GET /api/imc/entidades/:entidad/pantallas/disponibles': {
    summary: 'Pantallas libres para un perfil',
    reply: freeScreensReply,
    refusals: [404],
  },
})

const newRequestOperation = (summary: string): AreaOperation => ({
  summary,
  reply: receiptReply,
  refusals: [404, 409],
  refusalBodies: { 409: conflictReply },
  headers: [IDEMPOTENCY_HEADER],
})

const REQUESTS = toAreaOperations('entityRequests', {
  'GET /api/imc/entidades/:entidad/solicitudes': {
    summary: 'Solicitudes, la más reciente primero',
    reply: requestsReply,
  },
  'GET /api/imc/solicitudes/:id': {
    summary: 'Una solicitud con sus requisitos y su historial',
    reply: requestDetailReply,
    refusals: [404],
  },
  'POST /api/imc/entidades/paquete/compra': newRequestOperation('Compra un paquete'),
  'POST /api/imc/entidades/solicitud/liberar': newRequestOperation('Libera una pantalla'),
  'POST /api/imc/entidades/solicitud/asignar': newRequestOperation('Vincula una pantalla a un usuario'),
  'POST /api/imc/entidades/solicitud/reasignar': newRequestOperation('Cambia la pantalla de un usuario'),
  'GET /api/imc/solicitudes/:id/requisito/:requisito': {
    summary: 'Descarga un documento',
    reply: FILE_REPLY,
    replyHeaders: ['Content-Disposition'],
    refusals: [404, 503],
  },
  'POST /api/imc/solicitudes/:id/requisito/:requisito': {
    summary: 'Carga un documento',
    body: 'upload',
    reply: documentReply,
    refusals: [404, 409, 413, 415, 503],
    limit: UPLOAD_LIMIT,
  },
  'GET /api/imc/entidades/:entidad/auditoria': {
    summary: 'Auditoría de la entidad',
    reply: auditReply,
  },
})

const READ_LIMIT = 'ENTITY_READS_PER_MINUTE por minuto y red, sin contar las respuestas 304'

/** Adds the shared read limit and its status 429 to all GET operations. */
const withReadLimit = (operations: Operations): Operations =>
  Object.fromEntries(
    Object.entries(operations).map(([route, operation]) => {
      const refusals = [...(operation.refusals ?? []), 429] as const
      return [route, route.startsWith('GET ') ? { ...operation, refusals, limit: READ_LIMIT } : operation]
    }),
  )

/** Operations of the entities' back-office. */
export const ENTITY_OPERATIONS: Operations = withReadLimit({ ...SESSION, ...USERS, ...PRODUCTS, ...REQUESTS })
