import type { NewsItem } from '#src/domain/quotes/news.ts'
import {
  addDays,
  type BogotaDate,
  DAY_MS,
  type Instant,
  millisecondOfDay,
  toDate,
  toInstant,
} from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS, visibleUntil } from '#src/domain/trading/audience.ts'
import { isBusinessDay, previousTradingDay } from '#src/domain/trading/calendar.ts'
import { createMarketDayReader } from '#src/domain/trading/market-day.ts'
import { afternoonStory } from '#src/simulator/afternoon-stories.ts'
import type { MarketFacts } from '#src/simulator/market-facts.ts'
import { weekdayIndex } from '#src/simulator/market-level.ts'
import { oilStory, regionStory, stocksStory } from '#src/simulator/market-stories.ts'
import { createRandom } from '#src/simulator/random.ts'
import { simulateQuotes } from '#src/simulator/simulate-quotes.ts'
import { createSimulatedDays } from '#src/simulator/simulated-days.ts'
import {
  amountsStory,
  closingStory,
  holidayStory,
  openingStory,
  rangeStory,
  trmStory,
} from '#src/simulator/spot-stories.ts'
import type { OilQuote, StoryFacts, WriteStory } from '#src/simulator/story.ts'
import { createWalk } from '#src/simulator/walk.ts'

/** The number of stories in the list. */
export const NEWS_LISTED = 10

/** The number of days to search backwards: more than any series of holidays. */
const SEARCHED_DAYS = 14

/** The stories of a business day by Bogotá time; the names are part of their ids. */
const SCHEDULE: readonly (readonly [time: string, name: string, write: WriteStory])[] = [
  ['06:30', 'trm', trmStory],
  ['07:45', 'festivo', holidayStory],
  ['08:25', 'apertura', openingStory],
  ['09:20', 'region', regionStory],
  ['10:32', 'rango', rangeStory],
  ['11:10', 'petroleo', oilStory],
  ['11:48', 'bolsa', stocksStory],
  ['12:26', 'montos', amountsStory],
  ['13:24', 'cierre', closingStory],
  ['15:40', 'tarde', afternoonStory],
]

const OIL = { center: Math.log(72), deviation: 0.017, reach: 0.3 } as const
const LONGEST_STREAK = 5

interface Moment {
  readonly seed: number
  readonly now: Instant
  readonly facts: MarketFacts
}

function findOilQuote(seed: number, time: Instant): OilQuote {
  const day = weekdayIndex(toDate(time))
  const walk = createWalk([seed, 'oil'], { ...OIL, start: { at: weekdayIndex('2024-01-01'), value: OIL.center } })
  const level = walk(day - 1 + millisecondOfDay(time) / DAY_MS)
  const direction = Math.sign(level - walk(day - 1))
  let days = 1
  while (days < LONGEST_STREAK && Math.sign(walk(day - days) - walk(day - days - 1)) === direction) days++
  return { value: Math.exp(level), change: (Math.exp(level - walk(day - 1)) - 1) * 100, days }
}

function collectFacts({ seed, facts }: Moment, date: BogotaDate, time: Instant, name: string): StoryFacts {
  const previousDate = previousTradingDay('spot', date)
  return {
    seed,
    date,
    spot: facts.figures({ market: 'spot', date, until: visibleUntil(time, AUDIENCE_DELAY_MS.delayed) }),
    previousDay: facts.figures({ market: 'spot', date: previousDate, until: time }),
    trm: facts.trmInForce(date),
    previousTrm: facts.trmInForce(previousDate),
    quotes: simulateQuotes({ seed, now: time }),
    oil: findOilQuote(seed, time),
    random: createRandom(seed, 'news', date, name),
  }
}

/** The stories of a day up to now, newest first. */
function writeStories(moment: Moment, date: BogotaDate): readonly NewsItem[] {
  if (!isBusinessDay(date)) return []
  return SCHEDULE.flatMap(([clock, name, write]) => {
    const time = toInstant(date, clock)
    const story = time > moment.now ? null : write(collectFacts(moment, date, time, name))
    const id = `${date.replaceAll('-', '')}-${name}`
    return story ? [{ id: `not-${id}`, ...story, link: `https://noticias.example/${id}`, time }] : []
  }).reverse()
}

/**
 * Returns the latest news, newest first. A story uses only facts that visitors could see at its
 * time, so it never changes. `facts` are those of the displayed market, by default those of
 * the simulated days of the seed.
 */
export function simulateNews({
  seed,
  now,
  facts = createMarketDayReader(createSimulatedDays(seed)),
}: {
  readonly seed: number
  readonly now: Instant
  readonly facts?: MarketFacts
}): readonly NewsItem[] {
  const news: NewsItem[] = []
  const today = toDate(now)
  for (let days = 0; days <= SEARCHED_DAYS && news.length < NEWS_LISTED; days++) {
    news.push(...writeStories({ seed, now, facts }, addDays(today, -days)))
  }
  return news.slice(0, NEWS_LISTED)
}
