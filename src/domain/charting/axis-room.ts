/** Padding below the lowest and above the highest price of a chart, in pesos (§9, D21). */
export const PRICE_ROOM = 5

/** Padding above the highest amount of a chart, in thousands of US$ (§9, D3). */
export const AMOUNT_ROOM = 3_000
