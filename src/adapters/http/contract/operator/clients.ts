import * as z from 'zod/mini'

import { listOf } from '#src/adapters/http/contract/imc/values.ts'
import { MAX_REASON_LENGTH } from '#src/adapters/http/contract/operator/operator.ts'
import { calendarDay, singleLine } from '#src/adapters/http/contract/values.ts'
import { isEmail, MAX_EMAIL_LENGTH } from '#src/domain/identity/email.ts'
import { MAX_LOGIN_LENGTH } from '#src/domain/identity/login.ts'

const segment = encodeURIComponent

/** Paths of clients and registrations below `OPERATOR_BASE` (D79). */
export const clientPaths = {
  clients: '/clientes',
  disable: (username: string) => `/clientes/${segment(username)}/desactivar`,
  enable: (username: string) => `/clientes/${segment(username)}/activar`,
  extend: (username: string) => `/clientes/${segment(username)}/vigencia`,
  expirePassword: (username: string) => `/clientes/${segment(username)}/vencer-clave`,
  invite: (username: string) => `/clientes/${segment(username)}/invitar`,
  resetFactor: (username: string) => `/clientes/${segment(username)}/restablecer-factor`,
  registrations: '/registros',
  accept: (reference: string) => `/registros/${segment(reference)}/aceptar`,
  refuse: (reference: string) => `/registros/${segment(reference)}/rechazar`,
} as const

/** Minimum length of a new client's user name. */
const MIN_CLIENT_USERNAME_LENGTH = 3

/** The longest first and last name of a registration, with a space between them. */
const MAX_NAME_LENGTH = 101

const username = z
  .string()
  .check(z.trim(), z.regex(new RegExp(`^[A-Za-z0-9]{${MIN_CLIENT_USERNAME_LENGTH},${MAX_LOGIN_LENGTH}}$`)))

/** The last day of an account, `YYYY-MM-DD`; null for an account without end. */
const lastDay = z.nullable(calendarDay)

export const clientsQuery = z.object({ texto: z.optional(singleLine(0, MAX_EMAIL_LENGTH)) })

export const newClientBody = z.object({
  usr_name: username,
  nombre: singleLine(1, MAX_NAME_LENGTH).check(z.refine((name) => name.trim() !== '')),
  email_address: singleLine(1, MAX_EMAIL_LENGTH).check(z.refine(isEmail)),
  hasta: lastDay,
})
export type NewClientBody = z.infer<typeof newClientBody>

/** Maximum number of months that one call adds. */
const MAX_TERM_MONTHS = 60

/** The new last day or the number of months to add. */
export const termBody = z.union([
  z.strictObject({ hasta: lastDay }),
  z.strictObject({ meses: z.int().check(z.minimum(1), z.maximum(MAX_TERM_MONTHS)) }),
])
export type TermBody = z.infer<typeof termBody>

/** By default `usr_name` derives from the name, and `hasta` is the last day of the trial (D79). */
export const acceptanceBody = z.object({ usr_name: z.optional(username), hasta: z.optional(lastDay) })
export type AcceptanceBody = z.infer<typeof acceptanceBody>

export const registrationRefusalBody = z.object({
  motivo: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_REASON_LENGTH)),
})

const client = z.object({
  usr_name: z.string(),
  nombre: z.string(),
  email_address: z.string(),
  estado: z.string(),
  /** The last day of the account. */
  hasta: z.nullable(z.string()),
  creado: z.string(),
})
export const clientsReply = z.extend(listOf(client), { hay_mas: z.boolean() })
export type ClientsReply = z.infer<typeof clientsReply>

/** The account after an action. */
export const clientReply = z.object({ data: z.array(client), message: z.string() })
export type ClientReply = z.infer<typeof clientReply>

export const registrationsQuery = z.object({ estado: z.optional(z.enum(['pendientes', 'todos'])) })

const registration = z.object({
  referencia: z.string(),
  fecha: z.string(),
  estado: z.string(),
  nombre: z.string(),
  empresa: z.string(),
  email: z.string(),
  telefono: z.string(),
  producto: z.string(),
  motivo: z.nullable(z.string()),
})
export const registrationsReply = listOf(registration)
export type RegistrationsReply = z.infer<typeof registrationsReply>
