import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditEntry } from '#server/database/audit-store.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface AlertClient {
  readonly id: string
  readonly name: string
}

/** Finds the client of a request; the error is the message for a restricted session. */
export type IdentifyClient = (request: FastifyRequest) => Result<AlertClient | null, string>

/** The client of a request; null after a refusal was sent. */
export function findClientOr403(
  { identifyClient }: { readonly identifyClient: IdentifyClient },
  request: FastifyRequest,
  reply: FastifyReply,
): AlertClient | null {
  const client = identifyClient(request)
  if (client.ok && client.value !== null) return client.value
  reply.code(403).send({ message: client.ok ? 'Inicie sesión para ver sus alertas.' : client.error })
  return null
}

/** The entry of the audit of a client's change. */
export const toAlertEntry = (
  request: FastifyRequest,
  client: AlertClient,
  at: Instant,
  action: string,
  {
    target,
    after = null,
  }: { readonly target: string | null; readonly after?: Readonly<Record<string, unknown>> | null },
): AuditEntry => ({
  ...toAuditStamp(request, at),
  realm: 'client',
  subjectId: client.id,
  subjectName: client.name,
  entityId: null,
  action,
  target,
  after,
})

export const toChange = (
  request: FastifyRequest,
  client: AlertClient,
  { afterLine, at }: { readonly afterLine: number; readonly at: Instant },
) => ({
  clientId: client.id,
  afterLine,
  at,
  toEntry: (action: string, target: string, after?: Readonly<Record<string, unknown>>) =>
    toAlertEntry(request, client, at, action, { target, ...(after && { after }) }),
})
