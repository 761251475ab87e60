/** Returns the first two letters of a name, in upper case: `PA` for Paula (§2.5). */
export const toAvatarLetters = (name: string): string =>
  [...name.replaceAll(/\P{L}/gu, '')].slice(0, 2).join('').toUpperCase()
