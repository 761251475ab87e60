/** The page that a checkout returns to: it reads the order and shows its state (D78). */
export const ORDER_PAGE = '/precios/respuesta/'
