/** Creates an idempotency key, a random UUID; one per dialog (D28). */
export type NewKey = () => string
