/** The types of the users' identity documents: codes and names (§3). */
export const DOCUMENT_TYPES = [
  { code: 'CC', name: 'Cédula de ciudadanía', id: 'doc-cc' },
  { code: 'NIT', name: 'NIT', id: 'doc-nit' },
  { code: 'CE', name: 'Cédula de extranjería', id: 'doc-ce' },
  { code: 'PA', name: 'Pasaporte', id: 'doc-pa' },
] as const

export const DOCUMENT_TYPE_CODES: readonly string[] = DOCUMENT_TYPES.map(({ code }) => code)

/** Returns the wire id of a document type (`idoc_id`); null for an unknown code. */
export const toDocumentTypeId = (code: string): string | null =>
  DOCUMENT_TYPES.find((type) => type.code === code)?.id ?? null
