/** Creates an idempotency key, a random UUID. Each dialog has one key (D28). */
export type NewKey = () => string
