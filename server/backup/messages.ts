import type { Manifest } from '#server/backup/archive.ts'
import type { RestoreFailure, RestoreResult } from '#server/backup/restore-archive.ts'
import { formatMinute } from '#server/operator/terminal/client-messages.ts'
import { startFailureMessage } from '#server/start/start-failure.ts'

export const BACKUP_USAGE = `Uso: npm run backup -- ARCHIVO

Guarda en un archivo nuevo la base de datos y los documentos del servidor en ejecución, que sigue atendiendo.
Se llama en OPERATOR_URL (http://localhost:PORT por omisión) con la clave de OPERATOR_KEY. El archivo contiene
datos personales y claves cifradas: guárdelo donde solo usted pueda leerlo.`

export const RESTORE_USAGE = `Uso: npm run restore -- ARCHIVO [--send-messages]

Restaura una copia de npm run backup en una base de datos vacía (DATA_DIR o DATABASE_URL, de cualquiera de los
dos motores) y en un lugar sin otros documentos, con el servidor detenido. Si algo falla, no se restaura nada.
Los mensajes que esperaban al hacer la copia quedan retenidos, porque pueden haberse enviado después. Con
--send-messages el servidor los envía al iniciar.`

/** Why a restored message is not sent, for the operator. */
export const HOLD_REASON = 'Retenido: esperaba al hacer la copia y puede haberse enviado después.'

export const RESTORE_SETTINGS_REFUSED = 'No se puede restaurar. Corrija estas variables de entorno:'

const NOTHING_RESTORED = 'No se restauró nada.'

export const CUT_BACKUP = 'La copia se cortó antes de terminar y no se guardó. Ejecute la orden otra vez.'

export const formatBackupExists = (file: string): string => `El archivo ${file} ya existe. Indique otro.`

export const formatBackupUnwritable = (file: string, detail: string): string =>
  `El archivo ${file} no se puede escribir: ${detail}.`

const countRows = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0)

const formatContents = (manifest: Manifest) =>
  `${manifest.tables.length} tablas, ${countRows(manifest)} filas y ${manifest.documents} documentos`

const toDamagedLines = ({ damaged }: Manifest) =>
  damaged.length === 0
    ? []
    : [`Atención: el archivo de estos documentos falta o no es el que se recibió: ${damaged.join(', ')}.`]

/** Describes the saved backup. */
export const savedMessage = (file: string, manifest: Manifest): string =>
  [`Copia guardada en ${file}: ${formatContents(manifest)}.`, ...toDamagedLines(manifest)].join('\n')

const toHeldMessageLines = (count: number) =>
  count === 0
    ? []
    : [
        `Mensajes retenidos: ${count}. Esperaban al hacer la copia y pueden haberse enviado después.`,
        'Véalos con npm run operator -- messages y envíelos con messages retry ID.',
      ]

/** Describes the restored backup and the next steps of the operator. */
export const restoredMessage = ({ manifest, held }: RestoreResult): string =>
  [
    `Copia del ${formatMinute(manifest.createdAt)} restaurada: ${formatContents(manifest)}. Ya puede iniciar el servidor.`,
    ...toDamagedLines(manifest),
    ...toHeldMessageLines(held),
  ].join('\n')

const formatDocumentStorage = (folder: string | null) =>
  folder === null ? 'el bucket de DOCUMENTS_URL' : `la carpeta ${folder}`

const formatRemainingDocuments = ({
  documents,
  folder,
}: {
  readonly documents: number
  readonly folder: string | null
}) =>
  documents === 0
    ? ''
    : ` Documentos de la copia que quedan en ${formatDocumentStorage(folder)}: ${documents}. La próxima restauración de esta copia los reemplaza.`

/** Describes a failed or unconfirmed restore and what the operator can do. */
export function restoreFailureMessage(failure: RestoreFailure): string {
  switch (failure.kind) {
    case 'unreadable':
      return `El archivo ${failure.file} no se puede leer: ${failure.detail}. ${NOTHING_RESTORED}`
    case 'damaged-archive':
      return `El archivo ${failure.file} no es una copia completa: está cortado o alterado. ${NOTHING_RESTORED}`
    case 'newer-format':
      return `El archivo ${failure.file} es de una versión más nueva de este programa. Actualice el programa. ${NOTHING_RESTORED}`
    case 'newer-migration':
      return `La copia es de una versión más nueva de este programa (${failure.migration}). Actualice el programa. ${NOTHING_RESTORED}`
    case 'database-not-empty':
      return `La base de datos no está vacía. Indique otra con DATA_DIR o DATABASE_URL. ${NOTHING_RESTORED}`
    case 'documents-not-empty':
      return `La carpeta de documentos ${failure.folder} tiene archivos que no son de esta copia. Muévala, o indique otra carpeta con DATA_DIR. ${NOTHING_RESTORED}`
    case 'failed':
      return `La restauración falló: ${failure.detail}. ${NOTHING_RESTORED}${formatRemainingDocuments(failure)}`
    case 'unconfirmed':
      return `La restauración falló al terminar: ${failure.detail}. Documentos de la copia en ${formatDocumentStorage(failure.folder)}: ${failure.documents}. Ejecute la orden otra vez. Si responde que la base de datos no está vacía, la copia ya quedó restaurada.`
    default:
      return startFailureMessage(failure)
  }
}
