import type { Log } from '#src/application/platform/ports.ts'

interface ConsoleDeps {
  readonly console: Pick<Console, 'error'>
}

/** Writes to the console of a browser, or to the error output of Node. */
export const createConsoleLog = ({ console }: ConsoleDeps): Log => ({
  error: (message, detail) => (detail === undefined ? console.error(message) : console.error(message, detail)),
})
