/** A text to save as a file. */
export interface TextFile {
  readonly name: string
  /** Its media type, `text/csv;charset=utf-8`. */
  readonly type: string
  readonly text: string
}

/** Saves the files that the user requests. */
export interface Downloads {
  /** False when the file cannot be saved. */
  save(file: TextFile): boolean
}
