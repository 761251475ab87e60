import type { StorageFailure } from '#server/database/locked-database.ts'
import type { QuotesConfigFailure } from '#server/feeds/quotes-mapping.ts'
import type { PortalConfigFailure } from '#server/http/portal-config.ts'
import type { PortalMissing } from '#server/http/portal-files.ts'
import type { MetricsFailure } from '#server/monitoring/metrics-server.ts'
import type { CheckoutFailure } from '#server/payments/payments-module.ts'
import type { OriginFailure } from '#server/start/origin.ts'

/** The server cannot listen on its host and port. */
export interface ListenFailure {
  readonly kind: 'port-taken' | 'port-forbidden' | 'unknown-host'
  readonly host: string
  readonly port: number
}

/** The portal's configuration names a human-check service, and its secret is missing. */
export interface NoCheckSecret {
  readonly kind: 'no-check-secret'
  readonly provider: string
}

/** The file of deals has invalid rows, or cannot be read. `text` is the reason. */
export interface DealsFileFailure {
  readonly kind: 'deals-file'
  readonly file: string
  readonly text: string
}

/** All expected reasons why the server does not start. */
export type StartFailure =
  | StorageFailure
  | OriginFailure
  | PortalConfigFailure
  | QuotesConfigFailure
  | PortalMissing
  | NoCheckSecret
  | CheckoutFailure
  | DealsFileFailure
  | ListenFailure
  | MetricsFailure
