import * as z from 'zod/mini'
import type { HttpClient } from '#src/adapters/http/client.ts'
import {
  addPasskeyReply,
  loginChallengeReply,
  passkeyOptionsReply,
  type toPasskeyPaths,
} from '#src/adapters/http/contract/identity/passkeys.ts'
import { flagField, instantField } from '#src/adapters/http/decode/lenient.ts'
import { type Call, requestJson, requestText } from '#src/adapters/http/request.ts'
import type { PasskeyGateway } from '#src/application/identity/ports.ts'
import type { PasskeyList } from '#src/domain/identity/passkey.ts'
import type { TicketExpired } from '#src/domain/identity/passkey-machine.ts'
import { ok } from '#src/domain/result.ts'

type Paths = ReturnType<typeof toPasskeyPaths>

const list = z.pipe(
  z.object({
    disponible: flagField,
    llaves: z.array(z.object({ id: z.string(), nombre: z.string(), desde: instantField, ultimo_uso: instantField })),
  }),
  z.transform(
    ({ disponible, llaves }): PasskeyList => ({
      isAvailable: disponible,
      passkeys: llaves.flatMap(({ id, nombre, desde, ultimo_uso }) =>
        desde === null ? [] : [{ id, name: nombre, since: desde, lastUsedAt: ultimo_uso }],
      ),
    }),
  ),
)

const decodeOptions = (body: unknown) => passkeyOptionsReply.safeParse(body).data?.opciones ?? null
const decodeCodes = (body: unknown) => addPasskeyReply.safeParse(body).data?.codigos ?? null

function decodeLoginOptions(body: unknown): string | TicketExpired | null {
  const { data } = loginChallengeReply.safeParse(body)
  if (!data) return null
  return 'opciones' in data ? data.opciones : { kind: 'ticket-expired' }
}

/** Asks for the options to sign in with a passkey (D96). */
export const requestLoginOptions = (
  http: HttpClient,
  { loginChallenge }: Paths,
  ticket: string,
  signal?: AbortSignal,
) => requestJson(http, { path: loginChallenge, body: { boleto: ticket }, signal }, decodeLoginOptions)

interface PasskeysApiDeps {
  readonly http: HttpClient
  readonly paths: Paths
}

/** The passkeys of the signed-in account of a realm (D96). */
export function createPasskeysApi({ http, paths }: PasskeysApiDeps): PasskeyGateway {
  async function confirm(call: Call) {
    const result = await requestText(http, call, () => true)
    return result.ok ? ok(undefined) : result
  }
  return {
    list: (signal) => requestJson(http, { path: paths.list, signal }, (body) => list.safeParse(body).data ?? null),
    begin: (password, signal) =>
      requestJson(http, { path: paths.begin, body: { clave: password }, signal }, decodeOptions),
    add: ({ name, answer }, signal) =>
      requestJson(http, { path: paths.add, body: { nombre: name, respuesta: answer }, signal }, decodeCodes),
    rename: ({ id, name }, signal) => confirm({ path: paths.rename, body: { id, nombre: name }, signal }),
    remove: ({ id, password }, signal) => confirm({ path: paths.remove, body: { id, clave: password }, signal }),
    ask: (signal) => requestJson(http, { path: paths.challenge, body: {}, signal }, decodeOptions),
  }
}
