import type { Log } from '#src/application/ports/log.ts'

/** Writes to the browser's console, which the user does not see. */
export const createConsoleLog = ({ console }: { readonly console: Pick<Console, 'error'> }): Log => ({
  error: (message, detail) => (detail === undefined ? console.error(message) : console.error(message, detail)),
})
