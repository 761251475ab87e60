import { join } from 'node:path'
import type { Logger } from 'pino'

import type { ServerConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import type { DocumentFiles } from '#server/documents/document-files.ts'
import { createDocuments, type Documents } from '#server/documents/documents.ts'
import { createLocalFiles } from '#server/documents/local-files.ts'
import { createS3Files } from '#server/documents/s3-files.ts'
import { isSharedFolder } from '#server/documents/shared-folder.ts'
import { createHumanCheckStore } from '#server/identity/human-check-store.ts'
import { newSecret } from '#server/secrets.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Folder below DATA_DIR for the files of documents. */
export const DOCUMENT_FOLDER = 'documentos'
/** Folder below DATA_DIR for files that are being received. */
export const INCOMING_FOLDER = 'documentos-entrantes'

interface OpenDocumentsDeps {
  readonly config: Pick<ServerConfig, 'dataDir' | 'documents'>
  readonly database: Database
  /** The real clock, not the market clock. */
  readonly now: () => Instant
  readonly logger: Logger
}

/** Opens the folder of documents, or the configured bucket. */
export const openDocumentFiles = ({ dataDir, documents }: OpenDocumentsDeps['config']): DocumentFiles =>
  documents === null ? createLocalFiles(join(dataDir, DOCUMENT_FOLDER)) : createS3Files(documents)

/**
 * Opens the documents and removes the leftovers of a crashed run. Call it once, after the server
 * has locked its data.
 */
export async function openDocuments({ config, database, now, logger }: OpenDocumentsDeps): Promise<Documents> {
  const files = openDocumentFiles(config)
  const incomingFolder = join(config.dataDir, INCOMING_FOLDER)
  const isShared = database.engine === 'postgres'
  const documents = createDocuments({ database, files, incomingFolder, isShared, now, logger })
  await documents.removeLeftoversAtStart()
  if (isShared && config.documents === null) {
    const { dataDir } = config
    const { findOrAddKey } = createHumanCheckStore(database)
    if (!(await isSharedFolder({ database, dataDir, findOrAddKey, newKey: newSecret() })))
      logger.warn({ dataDir }, 'the other servers have another folder of documents: share one, or set DOCUMENTS_URL')
  }
  return documents
}
