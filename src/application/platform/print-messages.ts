/** Source of a printed page; `address` is its URL without the protocol. */
export const formatPrintSource = (address: string): string => `Fuente: Mercado Dólar, ${address}`

/** Time of printing; `day` as 'Viernes, 20 de noviembre de 2026', `time` as '12:43:15'. */
export const formatPrintTime = (day: string, time: string): string => `Impreso: ${day}, ${time}, hora de Bogotá`
