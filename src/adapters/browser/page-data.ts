/** Reads the text of the data block with this id; null on a page that the server did not render. */
export const readPageText = ({ document }: Pick<Window, 'document'>, id: string): string | null =>
  document.getElementById(id)?.textContent ?? null
