/** The types of this area that the operator's area uses. */
export type { EntityOperations, OperatedRequest } from '#server/imc/entity-operations.ts'
