import * as z from 'zod/mini'
import { isoInstant, MAX_ID_LENGTH, MAX_PASSWORD_FIELD_LENGTH, singleLine } from '#src/adapters/http/contract/values.ts'
import { MAX_PASSKEY_NAME_LENGTH } from '#src/domain/identity/passkey.ts'

/** Paths of the passkeys below the base of a realm's own paths (D96). */
export const toPasskeyPaths = (base: string) =>
  ({
    list: `${base}/llaves`,
    begin: `${base}/llaves/iniciar`,
    add: `${base}/llaves`,
    rename: `${base}/llaves/renombrar`,
    remove: `${base}/llaves/quitar`,
    challenge: `${base}/llaves/reto`,
    loginChallenge: `${base}/login/llave`,
  }) as const

/** Paths below {market-api} and below {imc-api}. */
export const CLIENT_PASSKEY_PATHS = toPasskeyPaths('/users')
export const IMC_PASSKEY_PATHS = toPasskeyPaths('/usuarios')

/** Maximum length of the answer of an authenticator, as JSON. */
const MAX_ANSWER_LENGTH = 8_000

const password = singleLine(1, MAX_PASSWORD_FIELD_LENGTH)
const name = singleLine(1, MAX_PASSKEY_NAME_LENGTH)
const id = singleLine(1, MAX_ID_LENGTH)

/** `disponible` is false where browsers offer no passkeys: an address without a name or TLS. */
export const passkeysReply = z.object({
  disponible: z.boolean(),
  llaves: z.array(
    z.object({ id: z.string(), nombre: z.string(), desde: isoInstant, ultimo_uso: z.nullable(isoInstant) }),
  ),
})

export const beginPasskeyRequest = z.object({ clave: password })
/** The options of WebAuthn for the browser, as JSON. */
export const passkeyOptionsReply = z.object({ opciones: z.string() })

/** `respuesta` is the browser's answer as JSON. */
export const addPasskeyRequest = z.object({ nombre: name, respuesta: singleLine(1, MAX_ANSWER_LENGTH) })
/** The recovery codes of the first factor of an account; else empty. */
export const addPasskeyReply = z.object({ codigos: z.array(z.string()) })

export const renamePasskeyRequest = z.object({ id, nombre: name })
export const removePasskeyRequest = z.object({ id, clave: password })

export const loginChallengeRequest = z.object({ boleto: singleLine(1, 100) })
/** An expired ticket has no options. */
export const loginChallengeReply = z.union([passkeyOptionsReply, z.object({ status: z.literal('FACTOR_EXPIRED') })])
