/** A text to save as a file. */
export interface TextFile {
  readonly name: string
  /** Media type, `text/csv;charset=utf-8`. */
  readonly type: string
  readonly text: string
}

/** Saves the files that the user requests. */
export interface Downloads {
  /** Saves a file. Returns false when the browser refuses the download. */
  save(file: TextFile): boolean
}
