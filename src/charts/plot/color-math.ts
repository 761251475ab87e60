/**
 * Replaces the colour package of Chart.js in the build (3 KB), which it needs to mix colours of
 * animations and of hovered elements. These charts have neither.
 */
export class Color {
  readonly valid = false
  private readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }

  saturate(): this {
    return this
  }

  darken(): this {
    return this
  }

  hexString(): unknown {
    return this.value
  }
}
