/** Maximum length of a stored file name, in code points. */
export const MAX_FILE_NAME_LENGTH = 120

/**
 * Control, format, private and unassigned characters, including those that reverse the reading
 * direction.
 */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]+/gu

/** Characters with a special meaning in a file system or a shell. */
const RESERVED_CHARACTERS = /[<>:"|?*]+/g

const shorten = (text: string, length: number) => [...text].slice(0, length).join('').trimEnd()

/**
 * Returns the name under which a document is shown and downloaded: the last part of a path. It has
 * no control characters and, with its extension, at most 120 code points. Returns '' when no
 * character remains. Files are stored under keys, never under this name.
 */
export function toSafeFileName(sentName: string): string {
  const [name = ''] = sentName.normalize('NFC').split(/[/\\]/).slice(-1)
  const cleanName = name
    .replace(UNSAFE_CHARACTERS, '')
    .replace(RESERVED_CHARACTERS, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const dotIndex = cleanName.lastIndexOf('.')
  if (dotIndex < 1) return shorten(cleanName, MAX_FILE_NAME_LENGTH)
  const extension = shorten(cleanName.slice(dotIndex), MAX_FILE_NAME_LENGTH / 2)
  return shorten(cleanName.slice(0, dotIndex), MAX_FILE_NAME_LENGTH - extension.length) + extension
}
