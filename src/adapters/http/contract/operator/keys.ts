import * as z from 'zod/mini'
import { listOf } from '#src/adapters/http/contract/imc/values.ts'

/**
 * What a key of the operator allows: deals and feeds; clients, payments and messages; entities,
 * their requests and the catalogue; backups (D113).
 */
export const OPERATOR_SCOPES = ['deals', 'clients', 'entities', 'backup'] as const
export type OperatorScope = (typeof OPERATOR_SCOPES)[number]

const segment = encodeURIComponent

/** Paths below `OPERATOR_BASE`. */
export const keyPaths = {
  keys: '/claves',
  rotate: (name: string) => `/claves/${segment(name)}/rotar`,
  revoke: (name: string) => `/claves/${segment(name)}/revocar`,
} as const

export const newKeyBody = z.object({
  nombre: z.string().check(z.trim(), z.regex(/^[a-z0-9][a-z0-9-]{1,39}$/)),
  alcances: z.array(z.enum(OPERATOR_SCOPES)).check(z.minLength(1), z.maxLength(OPERATOR_SCOPES.length)),
  /** The last day of the key; without it, the key has no end. */
  vence: z.optional(z.iso.date()),
})
export type NewKeyBody = z.infer<typeof newKeyBody>

const MAX_OVERLAP_HOURS = 720

/** How long the earlier key of the same name stays valid. */
export const rotationBody = z.object({ horas: z.int().check(z.minimum(0), z.maximum(MAX_OVERLAP_HOURS)) })

/** A new key. No later reply shows it. */
export const newKeyReply = z.object({ message: z.string(), data: z.array(z.object({ clave: z.string() })) })

export const KEY_STATES = ['vigente', 'vencida', 'revocada'] as const

export const keysReply = listOf(
  z.object({
    nombre: z.string(),
    /** Counts the rotations of the name. */
    version: z.number(),
    alcances: z.array(z.string()),
    creada: z.string(),
    vence: z.nullable(z.string()),
    ultimo_uso: z.nullable(z.string()),
    estado: z.enum(KEY_STATES),
  }),
)
