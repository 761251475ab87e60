import type { DatabaseFailure } from '#server/database/connection.ts'
import type { DatabaseLockFailure } from '#server/database/database-lock.ts'
import type { FolderLockFailure } from '#server/database/folder-lock.ts'
import type { PortalConfigFailure } from '#server/http/portal-config.ts'
import type { PortalMissing } from '#server/http/portal-files.ts'

/** The server cannot listen where it was told to. */
export interface ListenFailure {
  readonly kind: 'port-taken' | 'port-forbidden' | 'unknown-host'
  readonly host: string
  readonly port: number
}

/** The portal's configuration names a service that checks people, and nothing to ask it with. */
export interface NoCheckSecret {
  readonly kind: 'no-check-secret'
  readonly provider: string
}

/** Everything foreseen that keeps the server from starting. */
export type StartFailure =
  | DatabaseFailure
  | FolderLockFailure
  | DatabaseLockFailure
  | PortalConfigFailure
  | PortalMissing
  | NoCheckSecret
  | ListenFailure
