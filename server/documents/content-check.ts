import { fileTypeFromBuffer } from 'file-type'

/** Names of the streams that Word and Excel write into compound files (CFB). */
const WORD_STREAMS = ['WordDocument']
const EXCEL_STREAMS = ['Workbook', 'Book']

type Check = (content: Buffer, detected: string | null) => boolean

const isDetectedAs =
  (...types: readonly string[]): Check =>
  (_content, detected) =>
    detected !== null && types.includes(detected)

/** Accepts compound files that contain the UTF-16 name of one of these streams. */
const isCompoundFile =
  (streams: readonly string[]): Check =>
  (content, detected) =>
    detected === 'cfb' && streams.some((name) => content.includes(Buffer.from(`${name}\0`, 'utf16le')))

/** An Office zip with a binary workbook. file-type detects it as `zip` or `xlsx`. */
const isBinaryWorkbook: Check = (content, detected) =>
  (detected === 'zip' || detected === 'xlsx') && content.includes('xl/workbook.bin')

/** Control characters that no text file has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it must match control characters
const BINARY_CHARACTER = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/

/** Encodings by the byte order mark at the start of a text. */
const UTF16_BY_MARK: ReadonlyMap<number, string> = new Map([
  [0xfffe, 'utf-16le'],
  [0xfeff, 'utf-16be'],
])

/**
 * Returns the text of a file in UTF-8, UTF-16 with a byte order mark, or Latin 1. Returns null for
 * binary content.
 */
function readText(content: Buffer): string | null {
  const byteOrderMark = content.length > 1 ? content.readUInt16BE(0) : 0
  const utf16 = UTF16_BY_MARK.get(byteOrderMark)
  const encodings = utf16 === undefined ? ['utf-8', 'latin1'] : [utf16]
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(content)
      return BINARY_CHARACTER.test(text) ? null : text
    } catch {
      // The text is not in this encoding.
    }
  }
  return null
}

const isText: Check = (content) => readText(content) !== null

const isXml: Check = (content) => {
  const start = (readText(content) ?? '').trimStart()
  return /^<(\?xml\s|!--|[\p{L}_])/u.test(start) && !/^<(!doctype\s+)?html\b/i.test(start)
}

/** The content check of each extension. */
const CHECKS: Readonly<Record<string, Check>> = {
  pdf: isDetectedAs('pdf'),
  doc: isCompoundFile(WORD_STREAMS),
  dot: isCompoundFile(WORD_STREAMS),
  docx: isDetectedAs('docx'),
  dotx: isDetectedAs('dotx'),
  docm: isDetectedAs('docm'),
  dotm: isDetectedAs('dotm'),
  rtf: isDetectedAs('rtf'),
  odt: isDetectedAs('odt'),
  xls: isCompoundFile(EXCEL_STREAMS),
  xlt: isCompoundFile(EXCEL_STREAMS),
  xlsx: isDetectedAs('xlsx'),
  xlsm: isDetectedAs('xlsm'),
  xlsb: isBinaryWorkbook,
  xltx: isDetectedAs('xltx'),
  xltm: isDetectedAs('xltm'),
  ods: isDetectedAs('ods'),
  csv: isText,
  xml: isXml,
  png: isDetectedAs('png', 'apng'),
  bmp: isDetectedAs('bmp'),
  jpg: isDetectedAs('jpg'),
  jpeg: isDetectedAs('jpg'),
  jfif: isDetectedAs('jpg'),
  gif: isDetectedAs('gif'),
  tif: isDetectedAs('tif'),
  tiff: isDetectedAs('tif'),
  webp: isDetectedAs('webp'),
}

/** Whether the content matches the extension (D29). False for an unknown extension. */
export async function matchesExtension(content: Buffer, extension: string): Promise<boolean> {
  const check = Object.hasOwn(CHECKS, extension) ? CHECKS[extension] : undefined
  if (check === undefined) return false
  const detected = await fileTypeFromBuffer(content)
  return check(content, detected?.ext ?? null)
}
