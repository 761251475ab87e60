/** The text of the data block with this id; null on a page that no server rendered. */
export const readPageText = ({ document }: Pick<Window, 'document'>, id: string): string | null =>
  document.getElementById(id)?.textContent ?? null
