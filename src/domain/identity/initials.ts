/** The letters that stand for a person in an avatar: of the first word of the name and of its last, in upper case. */
export function toInitials(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '')
  const chosen = words.length > 1 ? [words.at(0), words.at(-1)] : words
  return chosen
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
