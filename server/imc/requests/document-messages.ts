import type { UploadFailure } from '#server/documents/documents.ts'

export const CONTRACT_UPLOADED = 'Contrato cargado.'
export const DOCUMENT_UPLOADED = 'Archivo cargado.'
export const NO_CONTRACT = 'Solo los administradores tienen contrato.'
export const UNKNOWN_REQUIREMENT = 'El requisito no existe en esta solicitud.'
export const DOCUMENTS_CLOSED = 'La solicitud ya tiene todos sus archivos y no recibe otros.'

/** Reasons an upload is refused: the form has no file, or the file is not accepted. */
export type UploadRefusal = UploadFailure | 'no-file'

export interface UploadReply {
  readonly status: 400 | 413 | 507
  readonly message: string
}

const TOO_LARGE: UploadReply = {
  status: 413,
  message: 'El archivo excede el tamaño máximo permitido de 500 KB.',
}
const COMMON_REFUSALS = {
  'too-large': TOO_LARGE,
  cut: { status: 400, message: 'El archivo llegó incompleto. Cárguelo de nuevo.' },
  'disk-full': { status: 507, message: 'No hay espacio para guardar el archivo. Inténtelo más tarde.' },
} as const satisfies Partial<Record<UploadRefusal, UploadReply>>

const badRequest = (message: string): UploadReply => ({ status: 400, message })

const INVALID_CONTRACT = badRequest('Por favor, seleccione un archivo con una extensión y tamaño válidos.')
const INVALID_DOCUMENT = badRequest('Archivo no valido!!')

/** Replies to a refused contract (§5). */
export const CONTRACT_REFUSALS: Readonly<Record<UploadRefusal, UploadReply>> = {
  ...COMMON_REFUSALS,
  'no-file': badRequest('Por favor, seleccione un archivo antes de cargar.'),
  extension: INVALID_CONTRACT,
  content: INVALID_CONTRACT,
  empty: INVALID_CONTRACT,
}

/** Replies to a refused document of a request (§5). */
export const DOCUMENT_REFUSALS: Readonly<Record<UploadRefusal, UploadReply>> = {
  ...COMMON_REFUSALS,
  'no-file': badRequest('Uno o más campos requeridos están vacíos, por favor, selecciona un archivo'),
  extension: INVALID_DOCUMENT,
  content: INVALID_DOCUMENT,
  empty: INVALID_DOCUMENT,
}
