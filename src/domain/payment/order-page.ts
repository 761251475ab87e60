/**
 * Path of the page that a checkout returns to. The page reads an order and shows its state (D78).
 */
export const ORDER_PAGE = '/precios/respuesta/'
