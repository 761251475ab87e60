/** Returns the first letters of the first and the last word of a name, in upper case. */
export function toInitials(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '')
  const firstAndLast = words.length > 1 ? [words.at(0), words.at(-1)] : words
  return firstAndLast
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
