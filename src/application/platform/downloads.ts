/** A text to be kept as a file. */
export interface TextFile {
  readonly name: string
  /** Its media type, `text/csv;charset=utf-8`. */
  readonly type: string
  readonly text: string
}

/** Where files go that the person asked for. */
export interface Downloads {
  /** Hands the file over; false when there is no way to. */
  save(file: TextFile): boolean
}
