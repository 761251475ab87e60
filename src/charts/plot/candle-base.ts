/**
 * What chartjs-chart-financial imports from Chart.js, as the build gives it: its bars, which the
 * candles derive from and never draw, would be in the code of every chart (3 KB).
 */
// biome-ignore lint/performance/noBarrelFile: it stands for a package.
export { Chart, DatasetController as BarController, defaults, Element as BarElement } from 'chart.js'
