import { createMemoryClock } from '#src/adapters/memory/clocks.ts'
import { createMemoryBackOffice } from '#src/adapters/memory/imc-ports.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { requestsGatewayContract } from '#tests/contract/imc-requests-gateway.ts'
import { screensGatewayContract } from '#tests/contract/imc-screens-gateway.ts'
import { imcSessionGatewayContract } from '#tests/contract/imc-session-gateway.ts'
import type { ImcUnderTest } from '#tests/contract/imc-under-test.ts'
import { usersGatewayContract } from '#tests/contract/imc-users-gateway.ts'

const SUITES = [imcSessionGatewayContract, usersGatewayContract, screensGatewayContract, requestsGatewayContract]

async function createMemoryService(): Promise<ImcUnderTest> {
  const { imc, browser } = createMemoryBackOffice({ clock: createMemoryClock(toInstant('2026-11-21', '09:43:15')) })
  return {
    browser,
    settle: async (id, settlement, reason) => {
      if (!imc.settle(id, settlement, reason)) throw new Error(`${id} is not open`)
    },
  }
}

for (const suite of SUITES) suite('memory', createMemoryService)
