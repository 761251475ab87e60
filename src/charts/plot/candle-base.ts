/**
 * Replaces `chart.js` for chartjs-chart-financial in the build. Its candles derive from the bars of
 * Chart.js without drawing them, and those bars would add 3 KB to the code of every chart.
 */
// biome-ignore lint/performance/noBarrelFile: it replaces a package.
export { Chart, DatasetController as BarController, defaults, Element as BarElement } from 'chart.js'
