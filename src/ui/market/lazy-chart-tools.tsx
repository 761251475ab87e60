import { lazyPart } from '#src/ui/parts/lazy-part.tsx'

/** The tools of a chart, whose menus are loaded after the prices. */
export const LazyChartTools = lazyPart(async () => (await import('#src/ui/market/chart-tools.tsx')).ChartTools)
