/** Rows per page of a table in a dialog (§9). */
export const DIALOG_ROWS = 5
