import { formatLine } from '#server/market/import/import-report.ts'
import type { DealsImportReply } from '#src/adapters/http/contract/market/deals.ts'

export const IMPORT_USAGE = `Uso: npm run import -- deals ARCHIVO [--skip-bad]

  deals ARCHIVO    carga las operaciones de un archivo CSV en el servidor en ejecución
  --skip-bad       carga las filas válidas y deja fuera las demás; sin esta opción, un archivo con una
                   sola fila no válida no se carga

La primera línea nombra las columnas: id, mercado (71 o 76), plazo, sector (1 o 2), origen (negociada o
registrada), hora (2026-11-20T12:43:16-05:00), precio, monto (en dólares enteros) y, si se quiere, anulada
(la hora de la anulación). Se separan con comas, o con punto y coma y coma decimal. Cargar otra vez el
mismo archivo no cambia nada. Se llama al servidor en OPERATOR_URL (http://localhost:PORT por omisión) con
la clave de OPERATOR_KEY.`

export const formatUnreachable = (url: string): string =>
  `No hay un servidor en ${url}, o se cortó la conexión. Si se cortó, ejecute la orden otra vez: nada se carga dos veces.`

export const IS_FOLDER = 'es una carpeta'

export const formatUnreadableFile = (file: string, detail: string): string =>
  `El archivo ${file} no se puede leer: ${detail}.`

/** Formats the result of an import, with the refused rows. */
export function formatImport({ data, message }: DealsImportReply): string {
  const unlistedCount = data.rechazadas - data.errores.length
  return [
    message,
    `  ${data.aceptadas} nuevas, ${data.repetidas} repetidas, ${data.anuladas} anuladas, ${data.rechazadas} rechazadas`,
    ...data.errores.map(({ linea, motivo }) => `  ${formatLine(linea, motivo)}`),
    ...(unlistedCount > 0 ? [`  … y ${unlistedCount} más`] : []),
  ].join('\n')
}
