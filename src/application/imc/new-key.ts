/**
 * Creates an idempotency key, such as a random UUID. Each form and each released screen has one
 * (D28).
 */
export type NewKey = () => string
