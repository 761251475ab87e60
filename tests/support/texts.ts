import fc from 'fast-check'

const ascii = fc.integer({ min: 0, max: 0x7f })
const anywhere = fc.integer({ min: 0, max: 0x10ffff })

/** Any code point: half of them ASCII, the others also lone surrogates and unassigned ones. */
export const anyCharacter = fc.oneof(ascii, anywhere).map((codePoint) => String.fromCodePoint(codePoint))

/** Any text, also with NUL, combining marks, emoji and lone surrogates. */
export const anyText = fc.string({ unit: anyCharacter })
