import type { AttachedFile, UploadFailure, UploadOptions } from '#src/application/imc/requests/attached-file.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { RequestDetail, RequestRow } from '#src/domain/imc/requests/requests.ts'
import type { Result } from '#src/domain/result.ts'

type Reply<T> = Promise<Result<T, CallFailure>>

/** The requests of the user's entity. Failures as in `UsersGateway`. */
export interface RequestsGateway {
  /** Newest first. */
  list(signal?: AbortSignal): Reply<readonly RequestRow[]>
  detail(id: string, signal?: AbortSignal): Reply<RequestDetail>
  /** Uploads or replaces a document. Fails with `rejected` after all documents are uploaded. */
  upload(
    requestId: string,
    requirementId: string,
    file: AttachedFile,
    options?: UploadOptions,
  ): Promise<Result<void, UploadFailure>>
  /** Returns the download URL of an uploaded document. */
  documentUrl(requestId: string, requirementId: string): string
}
