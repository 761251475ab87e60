import { foldText } from '#src/domain/text.ts'

const foldWord = (word: string): string => foldText(word.trim())

/** Finds the domain code of a wire word; ignores case and accents. Null for an unknown word. */
export function parseWord<Code extends string>(words: Readonly<Record<Code, string>>, text: string): Code | null {
  const folded = foldWord(text)
  for (const code in words) if (foldWord(words[code]) === folded) return code
  return null
}
