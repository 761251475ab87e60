const MIN_DIGITS = 2

/**
 * Returns `P-01` … `P-10`. All screens of a subscription have names of one length, which sort as
 * texts.
 */
export const toScreenName = (position: number, count: number): string =>
  `P-${String(position).padStart(Math.max(MIN_DIGITS, String(count).length), '0')}`
