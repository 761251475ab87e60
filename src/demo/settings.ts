import type { SessionArea } from '#src/adapters/browser/storage.ts'
import { formatMarketClock, resumeMarketTime } from '#src/demo/market-time.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

const MARKET_TIME = 'mercado'
/** The page for unknown addresses reads this key (`src/demo/pages.ts`). */
const FOLDER = 'carpeta'

/** What the bar changes for the next load of the page. */
export interface DemoSettings {
  /** Stores the market time and loads the page again. */
  setMarketTime(marketTime: Instant): void
  /** Forgets all changes of this tab and opens the home. */
  restart(): void
}

interface SettingsDeps {
  /** The storage of the tab; null when the browser denies storage. */
  readonly storage: SessionArea | null
  /** The address of the demo's folder, with a slash at its end. */
  readonly folder: string
  readonly now: () => Instant
  readonly reload: () => void
  readonly open: (address: string) => void
}

/** Reads the settings of this tab. `startsAt` is the market time of this load. */
export function openDemoSettings({ storage, folder, now, reload, open }: SettingsDeps) {
  const startsAt = resumeMarketTime(storage?.getItem(MARKET_TIME) ?? null, now())

  /** Stores the settings. With a full or blocked storage the demo opens, and does not keep them. */
  function store(marketTime: Instant) {
    try {
      storage?.setItem(MARKET_TIME, formatMarketClock(marketTime, now()))
      storage?.setItem(FOLDER, folder)
    } catch {}
  }
  store(startsAt)

  const settings: DemoSettings = {
    setMarketTime(marketTime) {
      store(marketTime)
      reload()
    },
    restart() {
      storage?.clear()
      open(folder)
    },
  }
  return { startsAt, settings }
}
