import * as z from 'zod/mini'

import { CLIENT_USER } from '#src/adapters/http/contract/identity/identity-fields.ts'
import { parseInstant } from '#src/adapters/http/decode/parse-values.ts'
import type { ClientUser } from '#src/domain/identity/account.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * When the terms were accepted. A missing value, null and '' mean pending terms; any other invalid
 * value makes the client malformed.
 */
const acceptance = z.pipe(
  z.optional(z.unknown()),
  z.pipe(
    z.transform((value): Instant | null =>
      // The schema below rejects NaN.
      value === undefined || value === null || value === '' ? null : (parseInstant(value) ?? Number.NaN),
    ),
    z.nullable(z.number()),
  ),
)

/** When the account ends; null without an end, and for an invalid value. */
const end = z.pipe(
  z.optional(z.unknown()),
  z.transform((value): Instant | null => parseInstant(value)),
)

const clientUser = z.pipe(
  z.object({ ...CLIENT_USER, fecha_confirmacion: acceptance, vence: end }),
  z.transform(
    ({ key_expired, fecha_confirmacion, vence, ...client }): ClientUser => ({
      ...client,
      passwordExpired: key_expired,
      termsAcceptedAt: fecha_confirmacion,
      ...(vence !== null && { expiresAt: vence }),
    }),
  ),
)

/** Decodes the client of a reply; null when a required field is missing or invalid. */
export const decodeUser = (value: unknown): ClientUser | null => clientUser.safeParse(value).data ?? null
