import * as z from 'zod/mini'

import { type AreaOperation, type Operations, toAreaOperations } from '#server/api-docs/operation.ts'
import { doneReply } from '#src/adapters/http/contract/done.ts'
import { clientReply, clientsReply, registrationsReply } from '#src/adapters/http/contract/operator/clients.ts'
import {
  BACKUP_TYPE,
  entitiesReply,
  messagesReply,
  operatorFeedsReply,
  operatorPackagesReply,
  operatorRequestReply,
  operatorRequestsReply,
} from '#src/adapters/http/contract/operator/operator.ts'
import {
  changedOrderReply,
  operatedOrderReply,
  operatedOrdersReply,
} from '#src/adapters/http/contract/operator/orders.ts'

const REQUESTS_AND_CATALOGUE = toAreaOperations('operator', {
  'GET /api/operator/solicitudes': { summary: 'Solicitudes', reply: operatorRequestsReply },
  'GET /api/operator/solicitudes/:referencia': {
    summary: 'Una solicitud',
    reply: operatorRequestReply,
    refusals: [404],
  },
  'GET /api/operator/solicitudes/:referencia/requisito/:requisito': {
    summary: 'Descarga un documento',
    reply: { type: 'application/octet-stream', text: 'El documento, con el tipo de su contenido' },
    replyHeaders: ['Content-Disposition'],
    refusals: [404, 503],
  },
  'POST /api/operator/solicitudes/:referencia/aprobar': {
    summary: 'Aprueba una solicitud',
    reply: doneReply,
    refusals: [404, 409],
  },
  'POST /api/operator/solicitudes/:referencia/rechazar': {
    summary: 'Rechaza una solicitud',
    reply: doneReply,
    refusals: [404, 409],
  },
  'GET /api/operator/entidades': { summary: 'Entidades', reply: entitiesReply },
  'POST /api/operator/entidades': {
    summary: 'Agrega una entidad con su administrador',
    reply: z.object({ data: z.object({ id: z.string() }), message: z.string() }),
    refusals: [409],
  },
  'GET /api/operator/paquetes': { summary: 'Paquetes', reply: operatorPackagesReply },
  'POST /api/operator/paquetes': {
    summary: 'Agrega un paquete',
    reply: doneReply,
    refusals: [409],
  },
  'PUT /api/operator/paquetes/:codigo': {
    summary: 'Cambia el precio o la oferta de un paquete',
    reply: doneReply,
    refusals: [404],
  },
})

const clientOperation = (summary: string): AreaOperation => ({
  summary,
  reply: clientReply,
  refusals: [404, 409],
})

const CLIENTS = toAreaOperations('operatorClients', {
  'GET /api/operator/clientes': { summary: 'Clientes', reply: clientsReply },
  'POST /api/operator/clientes': clientOperation('Agrega un cliente y lo invita'),
  'POST /api/operator/clientes/:usuario/desactivar': clientOperation('Desactiva una cuenta'),
  'POST /api/operator/clientes/:usuario/activar': clientOperation('Activa una cuenta'),
  'POST /api/operator/clientes/:usuario/vigencia': clientOperation('Cambia el fin de una cuenta'),
  'POST /api/operator/clientes/:usuario/vencer-clave': clientOperation('Vence la contraseña de una cuenta'),
  'POST /api/operator/clientes/:usuario/invitar': clientOperation('Envía otra invitación'),
  'GET /api/operator/registros': {
    summary: 'Solicitudes de cuenta',
    reply: registrationsReply,
  },
  'POST /api/operator/registros/:referencia/aceptar': clientOperation('Acepta una solicitud y crea la cuenta'),
  'POST /api/operator/registros/:referencia/rechazar': {
    summary: 'Rechaza una solicitud de cuenta',
    reply: doneReply,
    refusals: [404, 409],
  },
})

const MESSAGES_FEEDS_AND_BACKUPS = toAreaOperations('operatorFeeds', {
  'GET /api/operator/mensajes': {
    summary: 'Mensajes que esperan su envío o no se pudieron enviar',
    reply: messagesReply,
  },
  'POST /api/operator/mensajes/:id/reintentar': {
    summary: 'Envía otra vez un mensaje',
    reply: doneReply,
    refusals: [404],
  },
  'GET /api/operator/fuentes': {
    summary: 'Estado de las fuentes de datos',
    reply: operatorFeedsReply,
  },
  'GET /api/operator/copia': {
    summary: 'Una copia de seguridad de la base de datos y los documentos',
    reply: { type: BACKUP_TYPE, text: 'Un archivo tar; termina con manifest.json' },
    refusals: [409],
  },
})

const ORDERS = toAreaOperations('operatorOrders', {
  'GET /api/operator/pagos': { summary: 'Pedidos', reply: operatedOrdersReply },
  'GET /api/operator/pagos/:referencia': {
    summary: 'Un pedido con sus transacciones y su historial',
    reply: operatedOrderReply,
    refusals: [404],
  },
  'POST /api/operator/pagos/:referencia/consultar': {
    summary: 'Consulta el pago de un pedido al proveedor y lo registra',
    reply: changedOrderReply,
    refusals: [404, 409, 503],
  },
  'POST /api/operator/pagos/:referencia/revisar': {
    summary: 'Cierra la revisión de un pedido con cobro doble o pago reversado',
    reply: changedOrderReply,
    refusals: [404, 409],
  },
})

/** Operations of the operator. */
export const OPERATOR_OPERATIONS: Operations = {
  ...REQUESTS_AND_CATALOGUE,
  ...CLIENTS,
  ...ORDERS,
  ...MESSAGES_FEEDS_AND_BACKUPS,
}
