/**
 * Matches the path of the pricing page, whose content security policy allows the provider's script
 * (D78). Case and the trailing slash are ignored (D42).
 */
export const PRICING_PATH = /^\/precios\/?$/i
