/** Formats ms as `10:48`. All pages use this function, so that formatting costs the same. */
export function formatClock(ms: number): string {
  const minutes = Math.floor(ms / 60_000) % 1_440
  const formatTwoDigits = (value: number) => String(value).padStart(2, '0')
  return `${formatTwoDigits(Math.floor(minutes / 60))}:${formatTwoDigits(minutes % 60)}`
}

export const COLORS = {
  line: '#1b4f8a',
  bar: '#9fb4c9',
  grid: '#e5e8ec',
  text: '#5b6673',
  up: '#157347',
  down: '#b42318',
}
