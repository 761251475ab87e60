const HEADER_CHARSET = /charset\s*=\s*"?([\w.:-]+)/i
const XML_ENCODING = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)["']/

/** Number of first bytes in which an XML declaration is searched. */
const DECLARATION_BYTES = 256

function createDecoder(charset: string | undefined) {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

/**
 * Decodes a text with the charset of the Content-Type, else of the XML declaration. Uses UTF-8 when
 * neither names a charset or the charset is unknown. Many local newspapers still send ISO-8859-1.
 */
export function decodeText(bytes: Buffer, contentType: string): string {
  const [, headerCharset] = HEADER_CHARSET.exec(contentType) ?? []
  const [, xmlEncoding] = XML_ENCODING.exec(bytes.subarray(0, DECLARATION_BYTES).toString('latin1').trimStart()) ?? []
  return createDecoder(headerCharset ?? xmlEncoding).decode(bytes)
}
