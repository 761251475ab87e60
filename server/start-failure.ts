import type { DatabaseFailure } from '#server/database/connection.ts'
import type { DatabaseLockFailure } from '#server/database/database-lock.ts'
import type { FolderLockFailure } from '#server/database/folder-lock.ts'
import type { PortalConfigFailure } from '#server/http/portal-config.ts'
import type { PortalMissing } from '#server/http/portal-files.ts'

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

/** All expected reasons why the server does not start. */
export type StartFailure =
  | DatabaseFailure
  | FolderLockFailure
  | DatabaseLockFailure
  | PortalConfigFailure
  | PortalMissing
  | NoCheckSecret
  | ListenFailure
