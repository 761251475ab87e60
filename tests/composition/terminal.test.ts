import { expect, onTestFinished, test, vi } from 'vitest'

import { openTerminal, openTerminalDemo } from '#src/composition/terminal.ts'
import { toConfirmedUser } from '#src/domain/identity/account.ts'
import { DEMO_PASSWORD } from '#tests/contract/identity-under-test.ts'
import { IDLE_SCHEDULER } from '#tests/support/identity.ts'
import { historyEnv } from '#tests/support/market-history.ts'
import { LOW_EFFORT, startTestServer } from '#tests/support/server.ts'

const { url } = await startTestServer(await historyEnv('2026-11-20T10:40'), {
  identity: { effort: LOW_EFFORT, scheduler: IDLE_SCHEDULER },
})

test('a terminal shows a visitor the delayed market, and a client the streamed market', async () => {
  const terminal = await openTerminal(url)
  if (!terminal.ok) throw new Error(terminal.error.join(' '))
  const { portal, humanCheck } = terminal.value
  const { createLiveMarket } = await portal.loadMarket()
  const delayed = createLiveMarket({ screen: 'home', market: 'spot', delay: portal.readMarketDelay() })
  const stopDelayed = delayed.subscribe(() => {}).unsubscribe
  await expect.poll(() => delayed.getSnapshot().close.value, { timeout: 5_000 }).not.toBeNull()
  stopDelayed()

  const { loginCalls } = await portal.loadIdentity()
  const proof = humanCheck.kind === 'proof-of-work' ? await humanCheck.solve() : null
  if (!proof?.ok) throw new Error('no proof')
  const { signal } = new AbortController()
  const result = await loginCalls.signIn(
    { username: 'demo', password: DEMO_PASSWORD, proof: proof.value, takeover: false },
    signal,
  )
  const user = result.ok && result.value.kind === 'success' ? toConfirmedUser(result.value.user) : null
  if (user === null) throw new Error('demo was not signed in')
  loginCalls.storeSession({ session: { username: 'demo', user, startedAt: portal.now() }, remember: false })
  expect(portal.readMarketDelay()).toBe(0)
  const live = createLiveMarket({ screen: 'market', market: 'spot', delay: 0 })
  const stopLive = live.subscribe(() => {}).unsubscribe
  await expect.poll(() => live.getSnapshot().connection, { timeout: 5_000 }).toBe('stream')
  stopLive()
  await portal.signOut()
  portal.close()
})

test('a terminal prints the errors of its log to the error output', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => printed.mockRestore())
  const terminal = await openTerminal(url)
  if (!terminal.ok) throw new Error(terminal.error.join(' '))
  const detail = new Error('no connection')
  for (const { portal } of [terminal.value, openTerminalDemo()]) {
    portal.logError('unexpected', detail)
    expect(printed.mock.lastCall).toEqual(['unexpected', detail])
    printed.mockClear()
    portal.close()
  }
})
