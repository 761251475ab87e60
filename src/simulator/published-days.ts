import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** The published figures of a trading day, in pesos and whole US$; null is unpublished. */
export interface DayFigures {
  readonly date: BogotaDate
  readonly open: number | null
  readonly low: number | null
  readonly high: number | null
  readonly close: number | null
  readonly average: number | null
  readonly amount: number | null
  readonly count: number | null
}

/** A published trading day and the TRM in force on that day, from the previous spot day. */
export interface PublishedDay extends DayFigures {
  readonly market: Market
  readonly trm: number | null
}

type Price = number | null
type Prices = readonly [trm: Price, open: Price, low: Price, high: Price, close: Price, average: Price]

const createDay = (
  market: Market,
  date: BogotaDate,
  [trm, open, low, high, close, average]: Prices,
  amount: number | null = null,
  count: number | null = null,
): PublishedDay => ({ market, date, trm, open, low, high, close, average, amount, count })

/**
 * Real trading days of the Colombian dollar market from newspapers and data pages, oldest first.
 * The simulated history includes these days, and each can be replayed. The counts of 2025-09-17 and
 * 2025-10-06 are computed from the published mean size. The date of 2021-08-04 is inferred.
 */
export const PUBLISHED_DAYS: readonly PublishedDay[] = [
  createDay('spot', '2008-06-13', [1705.35, 1708, 1702, 1715, 1702.2, 1708.1], 1_336_000_000, 1708),
  createDay('spot', '2020-12-03', [null, 3507, 3465.1, 3507, 3467.5, 3481.47], 961_000_000, 1740),
  createDay('spot', '2021-08-04', [3913.59, 3890, 3882, 3924, 3903, 3911.38], 777_000_000, 1443),
  createDay('spot', '2022-01-14', [3950.4, 3980, 3954, 4017.5, 4007.25, 3993.4]),
  createDay('spot', '2022-11-09', [5013.2, 4970, 4875, 4970, null, 4914.13]),
  createDay('nextday', '2022-12-26', [4745.04, null, null, null, 4729.76, 4732.05]),
  createDay('spot', '2023-02-23', [4924.91, 4902, 4833, 4908, null, 4853.99], 1_470_300_000, 1739),
  createDay('spot', '2024-01-24', [3934.62, 3940, 3911.11, 3948.6, null, 3930], 1_417_000_000, 2590),
  createDay('spot', '2024-09-12', [null, 4250, 4203, 4263, 4211, 4234]),
  createDay('spot', '2024-10-22', [null, 4261, 4250.85, 4271, 4267.99, 4262.85]),
  createDay('spot', '2024-11-01', [4409.57, 4403, 4391, 4439.88, 4433.3, 4413.89], 1_239_614_000, 2595),
  createDay('nextday', '2025-07-04', [3974, null, null, null, null, 3980]),
  createDay('spot', '2025-08-28', [4051.97, 4022, 4010.5, 4032.32, null, 4019.15], 996_000_000, 1457),
  createDay('spot', '2025-09-17', [3881, 3875, 3860, 3893, 3876, 3880], 1_196_000_000, 1702),
  createDay('spot', '2025-09-18', [3880.01, 3875, 3861, 3902, null, 3892.86], 1_328_000_000, 2014),
  createDay('spot', '2025-09-22', [3891.19, 3864, 3835.55, 3868, null, 3852.3], 1_764_000_000, 2660),
  createDay('spot', '2025-09-23', [null, null, 3830, 3865, 3853, null]),
  createDay('spot', '2025-10-02', [3890, 3885, 3875, 3910.1, null, 3897.66], 1_747_000_000, 2474),
  createDay('spot', '2025-10-06', [3874, 3870, 3840, 3870, 3858, 3853], 872_330_000, 1199),
  createDay('spot', '2025-11-12', [3760.93, null, 3703, 3732.76, null, 3719.56], 1_221_000_000, 1863),
  createDay('spot', '2025-12-26', [3706, 3718, 3685, 3735, 3685, 3715]),
  createDay('nextday', '2026-01-19', [3700.05, null, 3668, 3682, 3677, 3672.27]),
  createDay('spot', '2026-01-21', [null, 3671, 3650, 3684.68, 3671.9, 3668.89]),
  createDay('spot', '2026-03-09', [3795.55, null, 3728.5, 3780, null, 3745], 1_311_000_000, 1877),
]

/** The published figures of a day; undefined for most days. */
export const publishedDay = (market: Market, date: BogotaDate): PublishedDay | undefined =>
  PUBLISHED_DAYS.find((day) => day.market === market && day.date === date)
