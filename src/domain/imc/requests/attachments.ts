import { type AttachmentViolation, attachmentViolation, type FileFacts } from '#src/domain/attachment.ts'

/** File extensions of a contract (D29). */
export const CONTRACT_EXTENSIONS: readonly string[] = ['pdf', 'docx', 'xlsx']

/** File extensions of a required document (D29). */
export const REQUIREMENT_EXTENSIONS: readonly string[] = [
  ...['pdf', 'doc', 'docx', 'dot', 'dotx', 'docm', 'dotm', 'rtf', 'odt'],
  ...['xls', 'xlsx', 'xlsm', 'xlsb', 'xlt', 'xltx', 'xltm', 'ods', 'csv', 'xml'],
  ...['png', 'bmp', 'jpg', 'jpeg', 'jfif', 'gif', 'tif', 'tiff', 'webp'],
]

/** The first rule that a contract breaks; null for a valid contract. */
export const contractViolation = (file: FileFacts | null): AttachmentViolation | null =>
  attachmentViolation(file, CONTRACT_EXTENSIONS)

/** The first rule that a required document breaks; null for a valid document. */
export const requirementViolation = (file: FileFacts | null): AttachmentViolation | null =>
  attachmentViolation(file, REQUIREMENT_EXTENSIONS)
