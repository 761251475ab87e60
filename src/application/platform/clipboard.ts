export interface Clipboard {
  /** Whether the text was copied; a browser that refuses is no error (D10). */
  copy(text: string): Promise<boolean>
}
