import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import type {
  ClientFailure,
  NewClientFailure,
  OperatedClient,
  RegistrationFailure,
  StoredRegistration,
} from '#server/identity/identity.ts'
import {
  CLIENT_ADDED,
  CLIENT_DISABLED,
  CLIENT_ENABLED,
  CLIENT_EXTENDED,
  CLIENT_FAILURES,
  CLIENT_INVITED,
  FACTOR_RESET,
  PASSWORD_EXPIRED,
  REGISTRATION_ACCEPTED,
  REGISTRATION_REFUSED,
} from '#server/operator/messages.ts'
import { type OperatorRoutesDeps, operatorAccess, sendMessage } from '#server/operator/operator-route.ts'
import {
  acceptanceBody,
  type ClientsReply,
  clientPaths,
  clientReply,
  clientsQuery,
  clientsReply,
  newClientBody,
  type RegistrationsReply,
  registrationRefusalBody,
  registrationsQuery,
  registrationsReply,
  termBody,
} from '#src/adapters/http/contract/operator/clients.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import type { ClientStatus } from '#src/domain/identity/account.ts'
import { toLastDay } from '#src/domain/identity/account-expiry.ts'
import type { Result } from '#src/domain/result.ts'
import { toIso } from '#src/domain/time/bogota.ts'

const access = operatorAccess('clients')
const CLIENT_STATUS_WORDS: Readonly<Record<ClientStatus, string>> = {
  active: 'Activa',
  invited: 'Invitada',
  'terms-pending': 'Términos pendientes',
  'password-expired': 'Contraseña expirada',
  expired: 'Expirada',
  disabled: 'Inactiva',
}

const REGISTRATION_STATUS_WORDS: Readonly<Record<StoredRegistration['status'], string>> = {
  pending: 'Pendiente',
  accepted: 'Aceptado',
  refused: 'Rechazado',
}

const toClientReply = (client: OperatedClient): ClientsReply['data'][number] => ({
  usr_name: client.username,
  nombre: client.name,
  email_address: client.email,
  estado: CLIENT_STATUS_WORDS[client.status],
  hasta: client.expiresAt === null ? null : toLastDay(client.expiresAt),
  creado: toIso(client.createdAt),
})

const toRegistrationReply = (registration: StoredRegistration): RegistrationsReply['data'][number] => ({
  referencia: registration.reference,
  fecha: toIso(registration.receivedAt),
  estado: REGISTRATION_STATUS_WORDS[registration.status],
  nombre: `${registration.firstName} ${registration.lastName}`,
  empresa: registration.company,
  email: registration.email,
  telefono: registration.phone,
  producto: registration.product,
  motivo: registration.reason,
})

const tags = [TAGS.operatorClients]
const response = replies(clientReply, 404, 409)

type Failure = ClientFailure | NewClientFailure | RegistrationFailure

const STATUSES: Readonly<Partial<Record<Failure, number>>> = { unknown: 404, 'past-date': 400 }

const refuse = (reply: FastifyReply, item: 'client' | 'registration', failure: Failure) =>
  sendMessage(reply, STATUSES[failure] ?? 409, CLIENT_FAILURES[item][failure])

/** Returns the account after an action; sends the refusal of a refused action. */
const sendClient = (
  reply: FastifyReply,
  item: 'client' | 'registration',
  result: Result<OperatedClient, Failure>,
  message: string,
) => (result.ok ? { data: [toClientReply(result.value)], message } : refuse(reply, item, result.error))

/** Adds the routes for clients (D79). */
export function registerClients(app: FastifyInstance, { clients, now }: OperatorRoutesDeps): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const params = z.object({ usuario: z.string().check(z.maxLength(100)) })

  calls.get(
    clientPaths.clients,
    { ...access, schema: { tags, summary: 'Clientes', querystring: clientsQuery, response: replies(clientsReply) } },
    async (request) => {
      const { clients: listedClients, hasMore } = await clients.listClients(request.query.texto ?? '')
      return { data: listedClients.map(toClientReply), hay_mas: hasMore }
    },
  )

  calls.post(
    clientPaths.clients,
    { ...access, schema: { tags, summary: 'Agrega un cliente y lo invita', body: newClientBody, response } },
    async (request, reply) => {
      const { usr_name: username, nombre, email_address: email, hasta: lastDay } = request.body
      const client = { username, name: nombre.trim(), email, lastDay }
      return sendClient(reply, 'client', await clients.addClient(client, toAuditStamp(request, now())), CLIENT_ADDED)
    },
  )

  const actions = [
    [clientPaths.disable, 'Desactiva una cuenta', clients.disable, CLIENT_DISABLED],
    [clientPaths.enable, 'Activa una cuenta', clients.enable, CLIENT_ENABLED],
    [clientPaths.expirePassword, 'Vence la contraseña de una cuenta', clients.expirePassword, PASSWORD_EXPIRED],
    [clientPaths.resetFactor, 'Quita la verificación en dos pasos perdida', clients.resetFactor, FACTOR_RESET],
    [clientPaths.invite, 'Envía otra invitación', clients.invite, CLIENT_INVITED],
  ] as const
  for (const [path, summary, runAction, message] of actions) {
    calls.post(
      toRoutePath(path(':usuario')),
      { ...access, schema: { tags, summary, params, response } },
      async (request, reply) => {
        const result = await runAction(request.params.usuario, toAuditStamp(request, now()))
        return sendClient(reply, 'client', result, message)
      },
    )
  }

  calls.post(
    toRoutePath(clientPaths.extend(':usuario')),
    { ...access, schema: { tags, summary: 'Cambia el fin de una cuenta', params, body: termBody, response } },
    async (request, reply) => {
      const stamp = toAuditStamp(request, now())
      const { body } = request
      const term = 'meses' in body ? { months: body.meses } : { lastDay: body.hasta }
      const result = await clients.extend(request.params.usuario, term, stamp)
      return sendClient(reply, 'client', result, CLIENT_EXTENDED)
    },
  )
}

/** Adds the routes for registrations (D79). */
export function registerRegistrations(app: FastifyInstance, { clients, now }: OperatorRoutesDeps): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const params = z.object({ referencia: z.string().check(z.maxLength(100)) })

  calls.get(
    clientPaths.registrations,
    {
      ...access,
      schema: {
        tags,
        summary: 'Solicitudes de cuenta',
        querystring: registrationsQuery,
        response: replies(registrationsReply),
      },
    },
    async (request) => ({
      data: (await clients.listRegistrations(request.query.estado !== 'todos')).map(toRegistrationReply),
    }),
  )

  calls.post(
    toRoutePath(clientPaths.accept(':referencia')),
    {
      ...access,
      schema: { tags, summary: 'Acepta una solicitud y crea la cuenta', params, body: acceptanceBody, response },
    },
    async (request, reply) => {
      const { usr_name: username = null, hasta: lastDay } = request.body
      const stamp = toAuditStamp(request, now())
      const result = await clients.accept(request.params.referencia, { username, lastDay }, stamp)
      return sendClient(reply, 'registration', result, REGISTRATION_ACCEPTED)
    },
  )

  calls.post(
    toRoutePath(clientPaths.refuse(':referencia')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Rechaza una solicitud de cuenta',
        params,
        body: registrationRefusalBody,
        response: replies(doneReply, 404, 409),
      },
    },
    async (request, reply) => {
      const stamp = toAuditStamp(request, now())
      const result = await clients.refuse(request.params.referencia, request.body.motivo, stamp)
      return result.ok ? { message: REGISTRATION_REFUSED } : refuse(reply, 'registration', result.error)
    },
  )
}
