import { type ClientUserReply, clientUser } from '#src/adapters/http/contract/identity.ts'
import { fieldOf, isRecord, type LooseRecord } from '#src/adapters/http/decode/loose-records.ts'
import { booleanOf, instantOn } from '#src/adapters/http/decode/loose-values.ts'
import type { ClientUser } from '#src/domain/identity/account.ts'
import { type Instant, isoOf } from '#src/domain/time/bogota.ts'

const NO_DAY = ''

/** Text, or the digits of a number; null for all else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? `${value}` : null
}

/** An instant with its day, ISO 8601 or Bogotá's; null for all else. */
export const momentOf = (value: unknown): Instant | null => instantOn(NO_DAY, value)

/** Null is a pending acceptance; what is there and cannot be read fits no schema. */
function acceptance(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null
  const moment = momentOf(value)
  return moment === null ? value : isoOf(moment)
}

const cleanUser = (record: LooseRecord) => ({
  id: textOf(fieldOf(record, 'id')),
  name: textOf(fieldOf(record, 'name')),
  email: textOf(fieldOf(record, 'email')),
  key_expired: booleanOf(fieldOf(record, 'key_expired')),
  token: textOf(fieldOf(record, 'token')),
  fecha_confirmacion: acceptance(fieldOf(record, 'fecha_confirmacion')),
})

const userOf = ({ key_expired, fecha_confirmacion, ...client }: ClientUserReply): ClientUser => ({
  ...client,
  keyExpired: key_expired,
  termsAcceptedAt: fecha_confirmacion === null ? null : Date.parse(fecha_confirmacion),
})

/** The client of a reply in our own words; null when something that matters is missing. */
export function readUser(value: unknown): ClientUser | null {
  const parsed = clientUser.safeParse(isRecord(value) ? cleanUser(value) : null)
  return parsed.success ? userOf(parsed.data) : null
}
