import * as z from 'zod/mini'
import type { HttpClient } from '#src/adapters/http/client.ts'
import type { toPasskeyPaths } from '#src/adapters/http/contract/identity/passkeys.ts'
import {
  type FactorAnswerRequest,
  factorBeginReply,
  factorChallenge,
  factorCodesReply,
  factorRefusal,
  type toFactorPaths,
} from '#src/adapters/http/contract/identity/second-factor.ts'
import { flagField, instantField } from '#src/adapters/http/decode/lenient.ts'
import { createPasskeysApi } from '#src/adapters/http/identity/passkeys-api.ts'
import { requestJson, requestText } from '#src/adapters/http/request.ts'
import type { SecondFactorGateway } from '#src/application/identity/ports.ts'
import {
  FACTOR_KINDS,
  type FactorAnswer,
  type FactorChallenge,
  type FactorChange,
  type FactorRefusal,
  type FactorStatus,
} from '#src/domain/identity/second-factor.ts'
import { ok } from '#src/domain/result.ts'

/** Decodes what a right password gets when the account has a second factor. */
export function decodeChallenge(body: unknown): FactorChallenge | null {
  const { data } = factorChallenge.safeParse(body)
  return data ? { ticket: data.boleto, factors: data.formas } : null
}

/** Decodes why a factor opened no session. */
export function decodeFactorRefusal(body: unknown): FactorRefusal | null {
  const { data } = factorRefusal.safeParse(body)
  if (!data) return null
  return data.status === 'FACTOR_EXPIRED'
    ? { kind: 'ticket-expired' }
    : { kind: 'code-refused', attemptsLeft: data.intentos }
}

export const toAnswerBody = ({ ticket, factor, code }: FactorAnswer) =>
  ({ boleto: ticket, forma: factor, codigo: code }) satisfies FactorAnswerRequest

const status = z.pipe(
  z.object({ formas: z.array(z.enum(FACTOR_KINDS)), desde: instantField, exigido: flagField, codigos: z.number() }),
  z.transform(
    ({ formas, desde, exigido, codigos }): FactorStatus => ({
      ...{ factors: formas, since: desde, isRequired: exigido, recoveryCodes: codigos },
    }),
  ),
)

const decodeCodes = (body: unknown) => factorCodesReply.safeParse(body).data?.codigos ?? null

function decodeSetup(body: unknown) {
  const { data } = factorBeginReply.safeParse(body)
  return data ? { secret: data.secreto, address: data.direccion } : null
}

const toChangeBody = ({ password, factor, code }: FactorChange) => ({ clave: password, forma: factor, codigo: code })

interface SecondFactorApiDeps {
  readonly http: HttpClient
  readonly paths: ReturnType<typeof toFactorPaths>
  readonly passkeyPaths: ReturnType<typeof toPasskeyPaths>
}

/** The settings of the second factor of a realm (D93). */
export const createSecondFactorApi = ({ http, paths, passkeyPaths }: SecondFactorApiDeps): SecondFactorGateway => ({
  passkeys: createPasskeysApi({ http, paths: passkeyPaths }),
  status: (signal) => requestJson(http, { path: paths.status, signal }, (body) => status.safeParse(body).data ?? null),
  begin: (password, signal) => requestJson(http, { path: paths.begin, body: { clave: password }, signal }, decodeSetup),
  confirm: (code, signal) => requestJson(http, { path: paths.confirm, body: { codigo: code }, signal }, decodeCodes),
  async turnOff(change, signal) {
    const result = await requestText(http, { path: paths.turnOff, body: toChangeBody(change), signal }, () => true)
    return result.ok ? ok(undefined) : result
  },
  renewCodes: (change, signal) =>
    requestJson(http, { path: paths.codes, body: toChangeBody(change), signal }, decodeCodes),
})
