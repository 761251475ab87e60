import { createClientMarketsView } from '#src/application/client-markets.ts'
import { closeClient } from '#src/application/close-client.ts'
import { createDirectLogin } from '#src/application/identity/direct-login.ts'
import type { TerminalPortal } from '#src/composition/terminal.ts'
import { renderFrame } from '#src/terminal/frame.ts'
import { exitWith, readCode, readPassword, type Screen } from '#src/terminal/screen.ts'

/** Signs a client in; on a failure it prints the reason and exits. */
export async function logInClient({ portal, humanCheck }: TerminalPortal, username: string): Promise<void> {
  const password = await readPassword()
  const { loginCalls } = await portal.loadIdentity()
  const result = await createDirectLogin({ ...portal, humanCheck, loginCalls })({ username, password, readCode })
  if (!result.ok) exitWith(result.error, 1)
}

/** Both markets, delayed or live. */
export async function createMarketScreen({ portal, timers }: TerminalPortal): Promise<Screen> {
  const markets = createClientMarketsView({ ...portal, ...(await portal.loadMarket()) })
  return {
    start: (draw) => markets.subscribe(draw).unsubscribe,
    render(size, color) {
      const { spot, nextday, delay, notice } = markets.getSnapshot()
      return renderFrame([spot, nextday], { delay, notice, size, color })
    },
    close: () => closeClient(portal, timers),
  }
}
