/** Padding below the lowest and above the highest price of a chart, in pesos (§9, D21). */
export const PRICE_PADDING = 5

/** Padding above the highest amount of a chart, in thousands of US$ (§9, D3). */
export const AMOUNT_PADDING = 3_000
