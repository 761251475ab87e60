import type { Log } from '#src/application/platform/ports.ts'

interface ConsoleWindow {
  readonly console: Pick<Console, 'error'>
}

/** Writes to the browser's console, which the user does not see. */
export function createConsoleLog({ window: { console } }: { readonly window: ConsoleWindow }): Log {
  return {
    error: (message, detail) => (detail === undefined ? console.error(message) : console.error(message, detail)),
  }
}
