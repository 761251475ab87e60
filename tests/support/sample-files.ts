import { crc32 } from 'node:zlib'
import { PNG } from 'pngjs'

interface Entry {
  readonly name: string
  readonly content: Buffer
}

const ZIP_ENTRY = 0x04034b50
const ZIP_DIRECTORY = 0x02014b50
const ZIP_END = 0x06054b50

/** Returns the fields that both headers of a zip entry contain. */
function toEntryFields({ content, name }: Entry, method = 0): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(method, 4)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(content.length, 14)
  fields.writeUInt32LE(content.length, 18)
  fields.writeUInt16LE(Buffer.byteLength(name), 22)
  return fields
}

const signature = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Creates a zip file of uncompressed entries. */
export function createZip(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const file = Buffer.concat([signature(ZIP_ENTRY), toEntryFields(entry), name, entry.content])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([signature(ZIP_DIRECTORY), Buffer.from([20, 0]), toEntryFields(entry), tail, name]))
    files.push(file)
    offset += file.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(index.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, index, signature(ZIP_END), end])
}

const createEntry = (name: string, content: string): Entry => ({ name, content: Buffer.from(content) })

const officeFile = (contentType: string, part: string) =>
  createZip([
    createEntry(
      '[Content_Types].xml',
      `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="${contentType}"/></Types>`,
    ),
    createEntry('_rels/.rels', '<Relationships/>'),
    createEntry(part, '<document/>'),
  ])

const wordFile = (type: string) => officeFile(`application/vnd.${type}.main+xml`, 'word/document.xml')
const excelFile = (type: string) => officeFile(`application/vnd.${type}.main+xml`, 'xl/workbook.xml')

const openDocument = (type: string) =>
  createZip([
    createEntry('mimetype', `application/vnd.oasis.opendocument.${type}`),
    createEntry('content.xml', '<content/>'),
  ])

/** Creates the header of a compound file and a directory with one stream. */
const compoundFile = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    Buffer.from(`Root Entry\0`.padEnd(64, '\0'), 'utf16le'),
    Buffer.from(`${stream}\0`.padEnd(64, '\0'), 'utf16le'),
  ])

const png = () => PNG.sync.write(new PNG({ width: 2, height: 2 }))
const jpeg = () =>
  Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100', 'hex'), Buffer.alloc(64), Buffer.from('ffd9', 'hex')])
const tiff = () => Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(64)])
const webp = () =>
  Buffer.concat([Buffer.from('RIFF'), Buffer.from([64, 0, 0, 0]), Buffer.from('WEBPVP8 '), Buffer.alloc(64)])
const bitmap = () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(64)])

/** Creates a PDF of an exact size, padded with spaces. */
export const samplePdf = (bytes = 600): Buffer =>
  Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'.padEnd(bytes, ' '))

/** Small valid files by extension. */
export const SAMPLE_FILES: Readonly<Record<string, Buffer>> = {
  pdf: samplePdf(),
  doc: compoundFile('WordDocument'),
  dot: compoundFile('WordDocument'),
  docx: wordFile('openxmlformats-officedocument.wordprocessingml.document'),
  dotx: wordFile('openxmlformats-officedocument.wordprocessingml.template'),
  docm: wordFile('ms-word.document.macroEnabled'),
  dotm: wordFile('ms-word.template.macroEnabledTemplate'),
  rtf: Buffer.from('{\\rtf1\\ansi Carta}'),
  odt: openDocument('text'),
  xls: compoundFile('Workbook'),
  xlt: compoundFile('Book'),
  xlsx: excelFile('openxmlformats-officedocument.spreadsheetml.sheet'),
  xlsm: excelFile('ms-excel.sheet.macroEnabled'),
  xlsb: officeFile('application/vnd.ms-excel.sheet.binary.macroEnabled.main', 'xl/workbook.bin'),
  xltx: excelFile('openxmlformats-officedocument.spreadsheetml.template'),
  xltm: excelFile('ms-excel.template.macroEnabled'),
  ods: openDocument('spreadsheet'),
  csv: Buffer.from('Nombre;Cargo\nPeñuela;Operador\n'),
  xml: Buffer.from('<?xml version="1.0" encoding="UTF-8"?><carta>Señor</carta>'),
  png: png(),
  bmp: bitmap(),
  jpg: jpeg(),
  jpeg: jpeg(),
  jfif: jpeg(),
  gif: Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(32)]),
  tif: tiff(),
  tiff: tiff(),
  webp: webp(),
}
