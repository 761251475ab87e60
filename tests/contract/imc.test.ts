import { createHttpClient } from '#src/adapters/http/client.ts'
import { IMC_PASSKEY_PATHS } from '#src/adapters/http/contract/identity/passkeys.ts'
import { IMC_FACTOR_PATHS } from '#src/adapters/http/contract/identity/second-factor.ts'
import { createCookieFetch } from '#src/adapters/http/cookie-fetch.ts'
import { createSecondFactorApi } from '#src/adapters/http/identity/second-factor-api.ts'
import { createAccessApi } from '#src/adapters/http/imc/access.ts'
import { createAuditApi } from '#src/adapters/http/imc/audit.ts'
import { createGovernanceApi } from '#src/adapters/http/imc/governance.ts'
import { createPackagesApi } from '#src/adapters/http/imc/packages.ts'
import { createRequestsApi } from '#src/adapters/http/imc/requests.ts'
import { createReviewsApi } from '#src/adapters/http/imc/reviews.ts'
import { createWithScope } from '#src/adapters/http/imc/scope.ts'
import { createScreensApi } from '#src/adapters/http/imc/screens.ts'
import { createImcRefusals, createImcSessionApi } from '#src/adapters/http/imc/session.ts'
import { createSessionsApi } from '#src/adapters/http/imc/sessions.ts'
import { createFetchUpload, createUpload } from '#src/adapters/http/imc/upload.ts'
import { createUsersApi } from '#src/adapters/http/imc/users.ts'
import { createViewsApi } from '#src/adapters/http/imc/views.ts'
import { createMemoryBackOffice } from '#src/adapters/memory/imc/imc.ts'
import { createMemoryImcSession } from '#src/adapters/memory/imc/session.ts'
import { createMemoryPasskeyDevice } from '#src/adapters/memory/passkeys.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { solveProofOfWork } from '#src/adapters/system/proof-of-work.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { accessGatewayContract } from '#tests/contract/imc-access-gateway.ts'
import { confirmationsGatewayContract } from '#tests/contract/imc-confirmations-gateway.ts'
import { governanceGatewayContract } from '#tests/contract/imc-governance-gateway.ts'
import { requestsGatewayContract } from '#tests/contract/imc-requests-gateway.ts'
import { reviewsGatewayContract } from '#tests/contract/imc-reviews-gateway.ts'
import { screensGatewayContract } from '#tests/contract/imc-screens-gateway.ts'
import { imcSessionGatewayContract } from '#tests/contract/imc-session-gateway.ts'
import { sessionsGatewayContract } from '#tests/contract/imc-sessions-gateway.ts'
import type { ImcBrowser, ImcUnderTest } from '#tests/contract/imc-under-test.ts'
import { usersGatewayContract } from '#tests/contract/imc-users-gateway.ts'
import { viewsGatewayContract } from '#tests/contract/imc-views-gateway.ts'
import { startImcService } from '#tests/support/imc-service.ts'

const SUITES = [
  imcSessionGatewayContract,
  sessionsGatewayContract,
  accessGatewayContract,
  usersGatewayContract,
  viewsGatewayContract,
  governanceGatewayContract,
  reviewsGatewayContract,
  screensGatewayContract,
  requestsGatewayContract,
  confirmationsGatewayContract,
]

const toBytes = async (response: Response) => new Uint8Array(await response.arrayBuffer())

/** Reads a URL that contains its document. */
const download = async (url: string) => toBytes(await fetch(url))

async function createMemoryService(): Promise<ImcUnderTest> {
  const { imc, browser } = createMemoryBackOffice({ clock: createMemoryClock(toInstant('2026-11-21', '09:43:15')) })
  return {
    browser: () => ({ ...browser(), download }),
    settle: async (id, settlement, reason) => {
      if (!imc.settle(id, settlement, reason)) throw new Error(`${id} is not open`)
    },
  }
}

/** Creates the HTTP ports of a browser with separate cookies and storage. */
function createHttpBrowser(base: string): ImcBrowser {
  const fetch = createCookieFetch(new URL(base).origin, { now: Date.now })
  const imcSession = createMemoryImcSession()
  const imcRefusals = createImcRefusals({ imcSession })
  const sessionWatch = imcRefusals.watch
  const http = createHttpClient({ base, fetch, sessionWatch })
  const upload = createUpload({ send: createFetchUpload({ base, fetch }), sessionWatch })
  const scoped = { http, withScope: createWithScope(imcSession) }
  return {
    imcSession,
    imcRefusals,
    imcAuth: createImcSessionApi({ http, solve: solveProofOfWork }),
    imcFactor: createSecondFactorApi({ http, paths: IMC_FACTOR_PATHS, passkeyPaths: IMC_PASSKEY_PATHS }),
    passkeyDevice: createMemoryPasskeyDevice(),
    users: createUsersApi({ ...scoped, base, upload }),
    packages: createPackagesApi(scoped),
    screens: createScreensApi(scoped),
    requests: createRequestsApi({ ...scoped, base, upload }),
    audit: createAuditApi(scoped),
    sessions: createSessionsApi(scoped),
    access: createAccessApi(scoped),
    governance: createGovernanceApi(scoped),
    reviews: createReviewsApi(scoped),
    views: createViewsApi(scoped),
    download: async (url) => toBytes(await fetch(url)),
  }
}

async function createHttpService(): Promise<ImcUnderTest> {
  const { url, settle } = await startImcService()
  return { browser: () => createHttpBrowser(url), settle }
}

for (const suite of SUITES) {
  suite('memory', createMemoryService)
  suite('HTTP', createHttpService)
}
