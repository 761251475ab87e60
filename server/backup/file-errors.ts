import { errorCode } from '#server/database/errors.ts'

/**
 * Codes of a file that cannot be read or written. Codes of connections, such as ECONNRESET, and of
 * Node, such as ERR_STREAM_PREMATURE_CLOSE, also start with E.
 */
const FILE_ERROR_CODES: ReadonlySet<string | null> = new Set([
  ...['ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENAMETOOLONG', 'ELOOP'],
  ...['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'ETXTBSY'],
  ...['ENOSPC', 'EDQUOT', 'EFBIG'],
  ...['EIO', 'ENXIO', 'ENODEV', 'ESTALE', 'EMFILE', 'ENFILE'],
  // A name or an operation that the file system does not support, such as ':' on exFAT.
  ...['EINVAL', 'EILSEQ', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV'],
])

/** Whether the file system refused to read or write a file. */
export const isFileError = (error: unknown): boolean => FILE_ERROR_CODES.has(errorCode(error))
