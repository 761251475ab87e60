import * as z from 'zod/mini'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { isoInstant, singleLine } from '#src/adapters/http/contract/values.ts'
import { numberField, textField } from '#src/adapters/http/decode/lenient.ts'
import { MAX_KEY_NAME_LENGTH } from '#src/domain/identity/api-keys.ts'

/** Path of the keys below {market-api}; `/{id}/rotar` and `/{id}/revocar` change one (D130). */
export const API_KEYS_PATH = '/users/claves'

/** A key without its secret: `fin` are its last characters, `llamadas` those of today. */
export const API_KEY = {
  id: textField,
  nombre: textField,
  fin: textField,
  creada: textField,
  llamadas: numberField,
}

export const apiKeysReply = z.object({
  data: z.array(toReplySchema(API_KEY, { creada: isoInstant })),
  cupo: z.number(),
})
export type ApiKeysReply = z.infer<typeof apiKeysReply>

export const newApiKeyRequest = z.object({ nombre: singleLine(1, MAX_KEY_NAME_LENGTH) })

/** The secret of a new key, which is shown once. */
export const newApiKeyReply = z.object({ clave: z.string() })

export const apiKeyParams = z.object({ id: z.string() })
