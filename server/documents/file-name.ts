/** Longest stored file name, in code points. */
export const MAX_FILE_NAME_LENGTH = 120

/**
 * Control, format and unassigned characters, including those that reverse the reading direction.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]+/gu

/** Characters with a special meaning in a file system or a shell. */
const RESERVED = /[<>:"|?*]+/g

const shorten = (stem: string, length: number) => [...stem].slice(0, length).join('').trimEnd()

/**
 * Returns the name under which a document is shown and downloaded: the last part of a path. It has
 * no control characters and, with its extension, at most 120 code points. Returns '' when no
 * character remains. Files are stored under keys, never under this name.
 */
export function toSafeFileName(sentName: string): string {
  const [name = ''] = sentName.normalize('NFC').split(/[/\\]/).slice(-1)
  const cleaned = name
    .replace(UNSAFE, '')
    .replace(RESERVED, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const point = cleaned.lastIndexOf('.')
  if (point < 1) return shorten(cleaned, MAX_FILE_NAME_LENGTH)
  const extension = shorten(cleaned.slice(point), MAX_FILE_NAME_LENGTH / 2)
  return shorten(cleaned.slice(0, point), MAX_FILE_NAME_LENGTH - extension.length) + extension
}
