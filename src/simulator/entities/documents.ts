import { foldText } from '#src/domain/text.ts'

/** Escapes a text for a PDF page. The font of the page has only Latin-1 letters. */
const toPdfText = (text: string) => text.replaceAll(/[\\()]/g, (character) => `\\${character}`)

/** Creates a one-page PDF with a title. */
export function createDemoPdf(title: string): Uint8Array<ArrayBuffer> {
  const text = `BT /F1 18 Tf 56 760 Td (${toPdfText(title)}) Tj 0 -28 Td /F1 11 Tf (Documento de la demostraci\xf3n.) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const xrefLines = objects.map((object, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${xrefLines.join('')}`
  const whole = `${file}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Uint8Array.from(whole, (character) => character.charCodeAt(0))
}

/** Example: `Carta de autorización` becomes `carta-de-autorizacion.pdf`. */
export const toFileName = (title: string): string => `${foldText(title).replaceAll(/[^a-z0-9]+/g, '-')}.pdf`

/** The title of an administrator's contract. */
export const toContractTitle = (name: string): string => `Contrato ${name}`
