/**
 * Replaces `chart.js` for chartjs-chart-financial in the build. Its candles extend the bars of
 * Chart.js but never draw them. The bars would add 3 KB to the code of every chart.
 */
// biome-ignore lint/performance/noBarrelFile: it replaces a package.
export { Chart, DatasetController as BarController, defaults, Element as BarElement } from 'chart.js'
