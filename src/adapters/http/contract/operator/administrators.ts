import * as z from 'zod/mini'
import { ACCESS_CHANGE_WORDS } from '#src/adapters/http/contract/imc/access.ts'
import { administratorBody } from '#src/adapters/http/contract/operator/operator.ts'

const segment = encodeURIComponent

/** Paths below `OPERATOR_BASE`. Server routes pass `:` and a parameter name. */
export const administratorPaths = {
  access: (code: string) => `/entidades/${segment(code)}/accesos`,
  administrators: (code: string) => `/entidades/${segment(code)}/administradores`,
  change: (code: string, username: string) => `/entidades/${segment(code)}/usuarios/${segment(username)}/acceso`,
  endSessions: (code: string) => `/entidades/${segment(code)}/sesiones/cerrar`,
} as const

export const newAdministratorBody = administratorBody
export type NewAdministratorBody = z.infer<typeof newAdministratorBody>

export const accessChangeBody = z.object({ accion: z.enum(Object.values(ACCESS_CHANGE_WORDS)) })
export type AccessChangeBody = z.infer<typeof accessChangeBody>

/** Without a user name: the sessions of all people of the entity. */
export const endedSessionsBody = z.object({ usr_name: z.optional(z.string().check(z.maxLength(100))) })
