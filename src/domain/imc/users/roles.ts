/** An `administrator` may do everything in its entity, a `user` only reads (D25). */
export const IMC_ROLES = ['administrator', 'user'] as const
export type ImcRole = (typeof IMC_ROLES)[number]

/** Whether this role can change data of its entity (D25). */
export const canWrite = (role: ImcRole): boolean => role === 'administrator'
