import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { ATTEMPT_LIMIT, replies } from '#server/http/route-schema.ts'
import type { TooManyAttempts } from '#server/security/attempt-limits.ts'
import { refuse, rejectAttempts } from '#server/security/login-realm.ts'
import { type FactorRouteHost, registerPasskeyRoutes } from '#server/security/passkey-routes.ts'
import type { WrongCode } from '#server/security/second-factor.ts'
import type { toPasskeyPaths } from '#src/adapters/http/contract/identity/passkeys.ts'
import {
  type FactorChallengeReply,
  type FactorRefusalReply,
  factorBeginReply,
  factorBeginRequest,
  factorChangeRequest,
  factorCodesReply,
  factorConfirmRequest,
  factorStatusReply,
  type toFactorPaths,
} from '#src/adapters/http/contract/identity/second-factor.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import type { FactorChallenge, FactorKind, FactorRefusal } from '#src/domain/identity/second-factor.ts'
import { toIso } from '#src/domain/time/bogota.ts'

export const WRONG_PASSWORD = 'La contraseña no es correcta.'
export const FACTOR_ACTIVE = 'La verificación en dos pasos ya está activa.'
export const FACTOR_REQUIRED = 'Su entidad exige la verificación en dos pasos: no se puede desactivar.'
const TURNED_OFF = 'Verificación en dos pasos desactivada.'

const wrongCodeMessage = ({ attemptsLeft }: WrongCode, factor: FactorKind) => {
  const refusal = factor === 'passkey' ? 'La llave de acceso no se pudo comprobar.' : 'El código no es correcto.'
  return attemptsLeft === 0
    ? `${refusal} Espere un momento antes de intentar de nuevo.`
    : `${refusal} ${attemptsLeft === 1 ? 'Le queda 1 intento' : `Le quedan ${attemptsLeft} intentos`} antes de una pausa.`
}

export const toChallengeReply = ({ ticket, factors }: FactorChallenge): FactorChallengeReply => ({
  status: 'FACTOR',
  boleto: ticket,
  formas: [...factors],
})

export const toFactorRefusalReply = (refusal: FactorRefusal): FactorRefusalReply =>
  refusal.kind === 'code-refused'
    ? { status: 'FACTOR_INVALID', intentos: refusal.attemptsLeft }
    : { status: 'FACTOR_EXPIRED' }

interface FactorRoutesDeps<Actor> extends FactorRouteHost<Actor> {
  readonly paths: ReturnType<typeof toFactorPaths>
  readonly passkeyPaths: ReturnType<typeof toPasskeyPaths>
  readonly checkPassword: (request: FastifyRequest, password: string) => Promise<'right' | 'wrong' | TooManyAttempts>
}

/** Adds the routes with which a person sets up the second factor of the own account (D93). */
export function registerFactorRoutes<Actor>(app: FastifyInstance, deps: FactorRoutesDeps<Actor>): void {
  const { paths, access, factor, findContext, checkPassword, toStamp, deliver } = deps
  const tags = [...deps.tags]
  const calls = app.withTypeProvider<ZodTypeProvider>()

  /** Asks for the password again. Returns false when it has sent the refusal. */
  async function hasPassword(request: FastifyRequest, reply: FastifyReply, password: string): Promise<boolean> {
    const result = await checkPassword(request, password)
    if (result === 'right') return true
    if (result === 'wrong') refuse(reply, 400, WRONG_PASSWORD)
    else rejectAttempts(reply, result)
    return false
  }

  const refuseCode = (reply: FastifyReply, failure: WrongCode | TooManyAttempts, factor: FactorKind = 'totp') =>
    failure.kind === 'too-many-attempts'
      ? rejectAttempts(reply, failure)
      : refuse(reply, 400, wrongCodeMessage(failure, factor))

  registerPasskeyRoutes(app, { ...deps, paths: deps.passkeyPaths, hasPassword })

  calls.get(
    paths.status,
    {
      config: { access },
      schema: { tags, summary: 'La verificación en dos pasos', response: replies(factorStatusReply, 403) },
    },
    async (request, reply) => {
      const context = await findContext(request)
      if (typeof context === 'string') return refuse(reply, 403, context)
      const { factors, since, recoveryCodes } = await factor.findStatus(context.subject.id)
      return reply.send({
        formas: [...factors],
        desde: since === null ? null : toIso(since),
        exigido: context.isRequired,
        codigos: recoveryCodes,
      })
    },
  )

  calls.post(
    paths.begin,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Crea el secreto de la verificación en dos pasos',
        'x-limit': ATTEMPT_LIMIT,
        body: factorBeginRequest,
        response: replies(factorBeginReply, 403, 409, 429),
      },
    },
    async (request, reply) => {
      const context = await findContext(request)
      if (typeof context === 'string') return refuse(reply, 403, context)
      if (!(await hasPassword(request, reply, request.body.clave))) return reply
      if ((await factor.listKinds(context.subject.id)).includes('totp')) return refuse(reply, 409, FACTOR_ACTIVE)
      const { secret, address } = await factor.begin(context.subject)
      return reply.send({ secreto: secret, direccion: address })
    },
  )

  calls.post(
    paths.confirm,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Activa la verificación en dos pasos con un código',
        'x-limit': ATTEMPT_LIMIT,
        body: factorConfirmRequest,
        response: replies(factorCodesReply, 403, 429),
      },
    },
    async (request, reply) => {
      const context = await findContext(request)
      if (typeof context === 'string') return refuse(reply, 403, context)
      const result = await factor.confirm({ ...context, stamp: toStamp(request) }, request.body.codigo)
      if (!result.ok) return refuseCode(reply, result.error)
      deliver()
      return reply.send({ codigos: [...result.value] })
    },
  )

  calls.post(
    paths.turnOff,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Desactiva la verificación en dos pasos',
        'x-limit': ATTEMPT_LIMIT,
        body: factorChangeRequest,
        response: replies(doneReply, 403, 429),
      },
    },
    async (request, reply) => {
      const context = await findContext(request)
      if (typeof context === 'string') return refuse(reply, 403, context)
      if (context.isRequired) return refuse(reply, 403, FACTOR_REQUIRED)
      const { clave, forma, codigo } = request.body
      if (!(await hasPassword(request, reply, clave))) return reply
      const result = await factor.turnOff({ ...context, stamp: toStamp(request) }, { factor: forma, code: codigo })
      if (!result.ok) return refuseCode(reply, result.error, forma)
      deliver()
      return reply.send({ message: TURNED_OFF })
    },
  )

  calls.post(
    paths.codes,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Reemplaza los códigos de recuperación',
        'x-limit': ATTEMPT_LIMIT,
        body: factorChangeRequest,
        response: replies(factorCodesReply, 403, 429),
      },
    },
    async (request, reply) => {
      const context = await findContext(request)
      if (typeof context === 'string') return refuse(reply, 403, context)
      const { clave, forma, codigo } = request.body
      if (!(await hasPassword(request, reply, clave))) return reply
      const result = await factor.renewCodes({ ...context, stamp: toStamp(request) }, { factor: forma, code: codigo })
      if (!result.ok) return refuseCode(reply, result.error, forma)
      deliver()
      return reply.send({ codigos: [...result.value] })
    },
  )
}
