export interface Clipboard {
  /** Copies a text. Returns false when the browser denies access (D10). */
  copy(text: string): Promise<boolean>
}
