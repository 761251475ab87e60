/** A kind of identity document; `code` is the `documentType` of a user. */
export interface DocumentType {
  readonly code: string
  readonly name: string
}

/** The types of the users' identity documents: codes and names (§3). */
export const DOCUMENT_TYPES = [
  { code: 'CC', name: 'Cédula de ciudadanía' },
  { code: 'NIT', name: 'NIT' },
  { code: 'CE', name: 'Cédula de extranjería' },
  { code: 'PA', name: 'Pasaporte' },
] as const satisfies readonly DocumentType[]

export type DocumentTypeCode = (typeof DOCUMENT_TYPES)[number]['code']

export const DOCUMENT_TYPE_CODES: readonly DocumentTypeCode[] = DOCUMENT_TYPES.map(({ code }) => code)

export const isDocumentTypeCode = (code: string): code is DocumentTypeCode =>
  DOCUMENT_TYPE_CODES.some((known) => known === code)

/** The document type of companies, the only one with a check digit (D62). */
export const NIT = 'NIT' satisfies DocumentTypeCode

/** Type of a passport. Its number may have letters; other document numbers have only digits. */
export const PASSPORT = 'PA' satisfies DocumentTypeCode
