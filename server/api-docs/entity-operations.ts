import * as z from 'zod/mini'

import type { Operation, Operations } from '#server/api-docs/operation.ts'
import {
  assignableUsersReply,
  freeScreensReply,
  offersReply,
  packageGroupsReply,
  profilesReply,
  requirementsReply,
  screensReply,
  subscriptionsReply,
} from '#src/adapters/http/contract/imc-products.ts'
import {
  auditReply,
  documentReply,
  receiptReply,
  requestDetailReply,
  requestsReply,
} from '#src/adapters/http/contract/imc-requests.ts'
import {
  createdUserReply,
  documentTypesReply,
  entityUsersReply,
  loginUserReply,
} from '#src/adapters/http/contract/imc-users.ts'
import { doneReply } from '#src/adapters/http/contract/imc-values.ts'

/** The list, or a page of it with the cursor of the next one. */
const paged = <T extends z.ZodMiniObject>(list: T) => z.extend(list, { siguiente: z.optional(z.nullable(z.string())) })

/** A conflict of a screen carries the screen as it is now. */
const conflict = z.object({ message: z.string(), data: z.optional(screensReply.shape.data) })

const FILE = { type: 'application/octet-stream', text: 'El documento, con el tipo de su contenido' }
const UPLOAD_LIMIT = 'Un archivo de hasta 512.000 bytes en el campo fupload'

const SESSION: Operations = {
  'POST /api/imc/usuarios/login': {
    area: 'entitySession',
    summary: 'Ingreso de un usuario de una entidad',
    reply: loginUserReply,
    refusals: [401, 429],
    limit: 'Tras varios intentos, pausas con Retry-After',
  },
  'GET /api/imc/usuarios/session': { area: 'entitySession', summary: 'El usuario de la sesión', reply: loginUserReply },
  'POST /api/imc/usuarios/logout': { area: 'entitySession', summary: 'Cierra la sesión', reply: doneReply },
  'POST /api/imc/usuarios/renewpwd': {
    area: 'entitySession',
    summary: 'Reemplaza la contraseña temporal',
    reply: loginUserReply,
  },
}

const USERS: Operations = {
  'GET /api/imc/entidades/:entidad/usuarios': {
    area: 'entityUsers',
    summary: 'Usuarios de la entidad',
    reply: paged(entityUsersReply),
  },
  'GET /api/imc/entidades/:entidad/usuarios/asignables': {
    area: 'entityUsers',
    summary: 'Usuarios a los que se puede asignar una pantalla',
    reply: assignableUsersReply,
  },
  'GET /api/imc/usuarios/:id': {
    area: 'entityUsers',
    summary: 'Un usuario',
    reply: entityUsersReply,
    refusals: [404],
  },
  'PUT /api/imc/usuarios/:id': {
    area: 'entityUsers',
    summary: 'Edita un usuario',
    reply: doneReply,
    refusals: [404, 409],
    headers: ['Idempotency-Key'],
  },
  'POST /api/imc/usuarios': {
    area: 'entityUsers',
    summary: 'Crea un usuario',
    reply: createdUserReply,
    refusals: [409],
    headers: ['Idempotency-Key'],
  },
  'POST /api/imc/usuarios/estatus': {
    area: 'entityUsers',
    summary: 'Activa o inactiva un usuario',
    reply: doneReply,
    refusals: [404, 409],
    headers: ['Idempotency-Key'],
  },
  'GET /api/imc/app/idocs': { area: 'entityUsers', summary: 'Tipos de documento', reply: documentTypesReply },
  'GET /api/imc/usuarios/:id/contrato': {
    area: 'entityUsers',
    summary: 'Descarga el contrato de un administrador',
    reply: FILE,
    refusals: [404, 503],
  },
  'POST /api/imc/usuarios/:id/contrato': {
    area: 'entityUsers',
    summary: 'Carga el contrato de un administrador',
    body: 'upload',
    reply: doneReply,
    refusals: [404, 409, 413, 415, 503],
    limit: UPLOAD_LIMIT,
  },
}

const PRODUCTS: Operations = {
  'GET /api/imc/entidades/:entidad/suscripciones': {
    area: 'entityProducts',
    summary: 'Suscripciones: todas, de un paquete, o agrupadas por paquete',
    reply: z.union([packageGroupsReply, subscriptionsReply]),
    refusals: [404],
  },
  'GET /api/imc/entidades/:entidad/suscripciones/:numero': {
    area: 'entityProducts',
    summary: 'Pantallas de una suscripción',
    reply: paged(screensReply),
    refusals: [404],
  },
  'GET /api/imc/paquetes': { area: 'entityProducts', summary: 'Paquetes que se ofrecen', reply: offersReply },
  'GET /api/imc/perfiles/:id/perfiles': {
    area: 'entityProducts',
    summary: 'Perfiles compatibles con uno',
    reply: profilesReply,
    refusals: [404],
  },
  'GET /api/imc/requisitos/perfil/:id': {
    area: 'entityProducts',
    summary: 'Documentos que pide un perfil',
    reply: requirementsReply,
    refusals: [404],
  },
  'GET /api/imc/entidades/:entidad/pantallas/disponibles': {
    area: 'entityProducts',
    summary: 'Pantallas libres para un perfil',
    reply: freeScreensReply,
    refusals: [404],
  },
}

const receipt = (summary: string): Operation => ({
  area: 'entityRequests',
  summary,
  reply: receiptReply,
  refusals: [404, 409],
  refusalBodies: { 409: conflict },
  headers: ['Idempotency-Key'],
})

const REQUESTS: Operations = {
  'GET /api/imc/entidades/:entidad/solicitudes': {
    area: 'entityRequests',
    summary: 'Solicitudes, la más reciente primero',
    reply: requestsReply,
  },
  'GET /api/imc/solicitudes/:id': {
    area: 'entityRequests',
    summary: 'Una solicitud con sus requisitos y su historial',
    reply: requestDetailReply,
    refusals: [404],
  },
  'POST /api/imc/entidades/paquete/compra': receipt('Compra un paquete'),
  'POST /api/imc/entidades/solicitud/liberar': receipt('Libera una pantalla'),
  'POST /api/imc/entidades/solicitud/asignar': receipt('Vincula una pantalla a un usuario'),
  'POST /api/imc/entidades/solicitud/reasignar': receipt('Cambia la pantalla de un usuario'),
  'GET /api/imc/solicitudes/:id/requisito/:requisito': {
    area: 'entityRequests',
    summary: 'Descarga un documento',
    reply: FILE,
    refusals: [404, 503],
  },
  'POST /api/imc/solicitudes/:id/requisito/:requisito': {
    area: 'entityRequests',
    summary: 'Carga un documento',
    body: 'upload',
    reply: documentReply,
    refusals: [404, 409, 413, 415, 503],
    limit: UPLOAD_LIMIT,
  },
  'GET /api/imc/entidades/:entidad/auditoria': {
    area: 'entityRequests',
    summary: 'Auditoría de la entidad',
    reply: auditReply,
  },
}

/** The operations of the back-office of entities. */
export const ENTITY_OPERATIONS: Operations = { ...SESSION, ...USERS, ...PRODUCTS, ...REQUESTS }
