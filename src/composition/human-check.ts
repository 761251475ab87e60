import { createCaptchaWidget } from '#src/adapters/browser/captcha-widget.ts'
import { createHttpClient } from '#src/adapters/http/client.ts'
import type { HumanCheckSetting } from '#src/adapters/http/configuration.ts'
import { createAltcha } from '#src/adapters/http/identity/altcha.ts'
import type { HumanCheck } from '#src/application/identity/ports.ts'
import type { LoadCode } from '#src/application/platform/load-code.ts'
import type { Clock } from '#src/application/platform/ports.ts'

export interface HumanCheckNeeds {
  readonly window: Window & typeof globalThis
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  readonly loadCode: LoadCode
  readonly setting: HumanCheckSetting
}

/** Creates the configured human check (D9). Its solver is loaded with the first check. */
export function createHumanCheck({ window, fetch, clock, loadCode, setting }: HumanCheckNeeds): HumanCheck {
  if (setting.provider !== 'altcha') return createCaptchaWidget({ window, clock, ...setting })
  let lastServerTime: number | null = null
  const http = createHttpClient({
    base: '',
    fetch,
    onServerTime: (time) => {
      lastServerTime = time
    },
  })
  return createAltcha({
    http,
    address: setting.challengeUrl,
    clock,
    readServerTime: () => lastServerTime,
    solve: async (challenge, signal) => {
      const { solveProofOfWork } = await loadCode(() => import('#src/adapters/browser/proof-of-work.ts'))
      return solveProofOfWork(challenge, signal)
    },
  })
}
