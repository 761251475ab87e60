import fc from 'fast-check'

const ascii = fc.integer({ min: 0, max: 0x7f })
const anywhere = fc.integer({ min: 0, max: 0x10ffff })

/** Any code point, half of them ASCII, lone surrogates and unassigned ones among the rest. */
export const anyCharacter = fc.oneof(ascii, anywhere).map((codePoint) => String.fromCodePoint(codePoint))

/** Any text at all: NUL, marks, emoji, lone surrogates. */
export const anyText = fc.string({ unit: anyCharacter })
