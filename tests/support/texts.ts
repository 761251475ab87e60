import fc from 'fast-check'

const ascii = fc.integer({ min: 0, max: 0x7f })
const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff })

/** Any code point, half of them ASCII; includes lone surrogates and unassigned code points. */
export const anyCharacter = fc.oneof(ascii, anyCodePoint).map((codePoint) => String.fromCodePoint(codePoint))

/** Any text, also with NUL, combining marks, emoji and lone surrogates. */
export const anyText = fc.string({ unit: anyCharacter })
