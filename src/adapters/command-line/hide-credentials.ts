/** Removes user and password from the URLs of a text, also from a malformed URL. */
export const hideCredentials = (text: string): string =>
  text.replace(/(:?\/\/).*@|^[^@\s/]*:(?!\/\/).*@/gs, (_, separator: string | undefined) => separator ?? '')
