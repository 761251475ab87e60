/**
 * Replaces the colour package of Chart.js (3 KB) in the build. Chart.js only uses it to mix colours
 * of animations and of hovered elements, which these charts do not have.
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
