type Link = Pick<HTMLAnchorElement, 'pathname' | 'remove'>

/** Removes the links of the offline page to pages that are not saved: they would open the offline page again. */
export async function keepSavedLinks(
  links: Iterable<Link>,
  findSaved: (path: string) => Promise<unknown>,
): Promise<void> {
  for (const link of links) if ((await findSaved(link.pathname)) === undefined) link.remove()
}
