import type { NoticeText } from '#src/application/market/market-messages.ts'
import { formatPrice, formatUsd } from '#src/domain/money.ts'
import { formatClock, formatShortClock, formatShortDate } from '#src/domain/text.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import type { Correction } from '#src/domain/trading/corrections.ts'

export const CORRECTIONS_TITLE = 'Correcciones'

const ACTIONS: Readonly<Record<Correction['kind'], string>> = { annulled: 'Se anuló', late: 'Se agregó' }

const REASONS: Readonly<Record<Correction['kind'], string>> = {
  annulled: 'La fuente del mercado la anuló después de publicada.',
  late: 'La fuente la envió tarde, o esperó la revisión del operador.',
}

/** What was corrected, and when and why (D119). */
export function correctionText({ kind, date, time, price, amount, at }: Correction): NoticeText {
  const deal = `${formatShortDate(date)}, ${formatClock(time)}: ${formatPrice(price)} pesos, US$ ${formatUsd(amount)}`
  const moment = `el ${formatShortDate(toDate(at))} a las ${formatShortClock(at)}`
  return { lead: deal, rest: `${ACTIONS[kind]} ${moment}. ${REASONS[kind]}` }
}
