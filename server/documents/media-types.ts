const OFFICE = 'application/vnd.openxmlformats-officedocument'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  dot: 'application/msword',
  docx: `${OFFICE}.wordprocessingml.document`,
  rtf: 'application/rtf',
  odt: 'application/vnd.oasis.opendocument.text',
  xls: 'application/vnd.ms-excel',
  xlt: 'application/vnd.ms-excel',
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  csv: 'text/csv',
  png: 'image/png',
  bmp: 'image/bmp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  gif: 'image/gif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
}

/** The media type of a file extension. Others, such as XML or macro files, are plain bytes. */
export const toMediaType = (kind: string): string => MEDIA_TYPES[kind] ?? 'application/octet-stream'
