export interface Clipboard {
  /** Returns true when the text was copied, false when the browser denies access (D10). */
  copy(text: string): Promise<boolean>
}
