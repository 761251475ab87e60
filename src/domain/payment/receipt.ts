/** Formats 'Visa 1111' as 'Visa terminada en 1111'. */
export const cardText = (card: string): string => card.replace(/^(.*\S)\s+(\d{4})$/, '$1 terminada en $2')

/** Formats '702418' as '702 418'. */
export const authorizationText = (authorization: string): string => authorization.replace(/^(\d{3})(\d{3})$/, '$1 $2')
