import { createHttpClient } from '#src/adapters/http/client.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import { IMC_PASSKEY_PATHS } from '#src/adapters/http/contract/identity/passkeys.ts'
import { IMC_FACTOR_PATHS } from '#src/adapters/http/contract/identity/second-factor.ts'
import type { SolveChallenge } from '#src/adapters/http/identity/altcha.ts'
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
import { createFetchUpload, createUpload, type SendUpload } from '#src/adapters/http/imc/upload.ts'
import { createUsersApi } from '#src/adapters/http/imc/users.ts'
import { createViewsApi } from '#src/adapters/http/imc/views.ts'
import type { ImcPorts } from '#src/application/imc/ports.ts'

/** What the calls of the back-office need of the platform. */
export interface ImcHttpNeeds extends Pick<ImcPorts, 'imcSession'> {
  readonly fetch: typeof globalThis.fetch
  /** Posts the form of an upload to a path of `imcApi`; by default with `fetch`. */
  readonly sendUpload?: SendUpload
  /** Solves the check that a login needs after several failures. */
  readonly solve?: SolveChallenge
}

/** Connects the back-office of an entity to a server. */
export function createImcHttpPorts(
  { imcApi: base }: Pick<Configuration, 'imcApi'>,
  { fetch, imcSession, sendUpload = createFetchUpload({ fetch, base }), solve }: ImcHttpNeeds,
): Omit<ImcPorts, 'imcSession' | 'passkeyDevice' | 'csv' | 'newKey' | 'pageSizes'> {
  const imcRefusals = createImcRefusals({ imcSession })
  const sessionWatch = imcRefusals.watch
  const http = createHttpClient({ base, fetch, sessionWatch })
  const withScope = createWithScope(imcSession)
  const upload = createUpload({ send: sendUpload, sessionWatch })
  return {
    imcAuth: createImcSessionApi({ http, solve }),
    imcRefusals,
    imcFactor: createSecondFactorApi({ http, paths: IMC_FACTOR_PATHS, passkeyPaths: IMC_PASSKEY_PATHS }),
    users: createUsersApi({ http, base, withScope, upload }),
    packages: createPackagesApi({ http, withScope }),
    screens: createScreensApi({ http, withScope }),
    requests: createRequestsApi({ http, base, withScope, upload }),
    audit: createAuditApi({ http, withScope }),
    views: createViewsApi({ http, withScope }),
    sessions: createSessionsApi({ http, withScope }),
    access: createAccessApi({ http, withScope }),
    governance: createGovernanceApi({ http, withScope }),
    reviews: createReviewsApi({ http, withScope }),
  }
}
