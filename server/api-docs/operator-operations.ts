import * as z from 'zod/mini'

import type { Operation, Operations } from '#server/api-docs/operation.ts'
import {
  BACKUP_TYPE,
  entitiesReply,
  messagesReply,
  operatorDoneReply,
  operatorFeedsReply,
  operatorPackagesReply,
  operatorRequestReply,
  operatorRequestsReply,
} from '#src/adapters/http/contract/operator.ts'
import { clientReply, clientsReply, registrationsReply } from '#src/adapters/http/contract/operator-clients.ts'
import {
  checkedOrderReply,
  operatedOrderReply,
  operatedOrdersReply,
} from '#src/adapters/http/contract/operator-orders.ts'

const REQUESTS: Operations = {
  'GET /api/operator/solicitudes': { area: 'operator', summary: 'Solicitudes', reply: operatorRequestsReply },
  'GET /api/operator/solicitudes/:referencia': {
    area: 'operator',
    summary: 'Una solicitud',
    reply: operatorRequestReply,
    refusals: [404],
  },
  'GET /api/operator/solicitudes/:referencia/requisito/:requisito': {
    area: 'operator',
    summary: 'Descarga un documento',
    reply: { type: 'application/octet-stream', text: 'El documento, con el tipo de su contenido' },
    refusals: [404, 503],
  },
  'POST /api/operator/solicitudes/:referencia/aprobar': {
    area: 'operator',
    summary: 'Aprueba una solicitud',
    reply: operatorDoneReply,
    refusals: [404, 409],
  },
  'POST /api/operator/solicitudes/:referencia/rechazar': {
    area: 'operator',
    summary: 'Rechaza una solicitud',
    reply: operatorDoneReply,
    refusals: [404, 409],
  },
  'GET /api/operator/entidades': { area: 'operator', summary: 'Entidades', reply: entitiesReply },
  'POST /api/operator/entidades': {
    area: 'operator',
    summary: 'Agrega una entidad con su administrador',
    reply: z.object({ data: z.object({ id: z.string() }), message: z.string() }),
    refusals: [409],
  },
  'GET /api/operator/paquetes': { area: 'operator', summary: 'Paquetes', reply: operatorPackagesReply },
  'POST /api/operator/paquetes': {
    area: 'operator',
    summary: 'Agrega un paquete',
    reply: operatorDoneReply,
    refusals: [409],
  },
  'PUT /api/operator/paquetes/:codigo': {
    area: 'operator',
    summary: 'Cambia el precio o la oferta de un paquete',
    reply: operatorDoneReply,
    refusals: [404],
  },
}

const client = (summary: string): Operation => ({
  area: 'operatorClients',
  summary,
  reply: clientReply,
  refusals: [404, 409],
})

const CLIENTS: Operations = {
  'GET /api/operator/clientes': { area: 'operatorClients', summary: 'Clientes', reply: clientsReply },
  'POST /api/operator/clientes': client('Agrega un cliente y lo invita'),
  'POST /api/operator/clientes/:usuario/desactivar': client('Desactiva una cuenta'),
  'POST /api/operator/clientes/:usuario/activar': client('Activa una cuenta'),
  'POST /api/operator/clientes/:usuario/vigencia': client('Cambia el fin de una cuenta'),
  'POST /api/operator/clientes/:usuario/vencer-clave': client('Vence la contraseña de una cuenta'),
  'POST /api/operator/clientes/:usuario/invitar': client('Envía otra invitación'),
  'GET /api/operator/registros': {
    area: 'operatorClients',
    summary: 'Solicitudes de cuenta',
    reply: registrationsReply,
  },
  'POST /api/operator/registros/:referencia/aceptar': client('Acepta una solicitud y crea la cuenta'),
  'POST /api/operator/registros/:referencia/rechazar': {
    area: 'operatorClients',
    summary: 'Rechaza una solicitud de cuenta',
    reply: operatorDoneReply,
    refusals: [404, 409],
  },
}

const FEEDS: Operations = {
  'GET /api/operator/mensajes': {
    area: 'operatorFeeds',
    summary: 'Mensajes que no se han podido enviar',
    reply: messagesReply,
  },
  'POST /api/operator/mensajes/:id/reintentar': {
    area: 'operatorFeeds',
    summary: 'Envía otra vez un mensaje',
    reply: operatorDoneReply,
    refusals: [404],
  },
  'GET /api/operator/fuentes': {
    area: 'operatorFeeds',
    summary: 'Estado de las fuentes de datos',
    reply: operatorFeedsReply,
  },
  'GET /api/operator/copia': {
    area: 'operatorFeeds',
    summary: 'Una copia de seguridad de la base de datos y los documentos',
    reply: { type: BACKUP_TYPE, text: 'Un archivo tar; termina con manifest.json' },
    refusals: [409],
  },
}

const ORDERS: Operations = {
  'GET /api/operator/pagos': { area: 'operatorOrders', summary: 'Pedidos', reply: operatedOrdersReply },
  'GET /api/operator/pagos/:referencia': {
    area: 'operatorOrders',
    summary: 'Un pedido con sus transacciones y su historial',
    reply: operatedOrderReply,
    refusals: [404],
  },
  'POST /api/operator/pagos/:referencia/consultar': {
    area: 'operatorOrders',
    summary: 'Consulta el pago de un pedido al proveedor y lo registra',
    reply: checkedOrderReply,
    refusals: [404, 409, 503],
  },
}

/** The operations of the operator. */
export const OPERATOR_OPERATIONS: Operations = { ...REQUESTS, ...CLIENTS, ...ORDERS, ...FEEDS }
