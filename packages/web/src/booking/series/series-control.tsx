import type { ReactNode } from 'react'
import { messagesOf, type useI18n } from '../../shared/i18n.tsx'
import type { Offer } from '../../shared/slots/offer.ts'
import type { SendSeries } from '../use-booking.ts'
import { seriesMessages } from './messages.ts'
import { bookSeries, type Repeat, SeriesRefusal } from './series.ts'
import { SeriesFields } from './series-fields.tsx'

/** The notice of a series that was refused. `others`: the rest can be booked. */
interface Refusal {
  readonly title: string
  readonly text: string
  readonly others?: string
}

/** The repetition of a chosen time. */
export interface SeriesControl {
  readonly submitText: string
  /** The choice of the dates. */
  readonly fields: ReactNode
  /** Books the dates; with `skip`, without those that are not available. */
  readonly send: (onConflict: 'refuse' | 'skip') => SendSeries
  /** The notice of an error, if the dates are the reason. */
  readonly refusalOf: (error: unknown) => Refusal | undefined
}

interface SeriesControlOptions {
  readonly offer: Offer
  /** The first start. */
  readonly start: string
  readonly timeZone: string
  readonly i18n: ReturnType<typeof useI18n>
  readonly repeat: Repeat
  readonly onChange: (repeat: Repeat | undefined) => void
}

/** What the form for the details shows and does while a time is repeated. */
export function seriesControl(options: SeriesControlOptions): SeriesControl {
  const { offer, start, timeZone, i18n, repeat, onChange } = options
  const t = messagesOf(i18n, seriesMessages)
  const text = offer.confirmation === 'approval' ? t.request : t.book
  return {
    submitText: text(repeat.count),
    fields: (
      <SeriesFields
        start={start}
        timeZone={timeZone}
        providerZone={offer.provider.timeZone}
        repeat={repeat}
        onChange={onChange}
      />
    ),
    send: (onConflict) => (wish, input) => bookSeries(wish, input, repeat, onConflict),
    refusalOf: (error) => {
      if (!(error instanceof SeriesRefusal)) return undefined
      return error.max === undefined
        ? { title: t.conflictTitle, text: t.conflict, others: t.others }
        : { title: t.tooManyTitle, text: t.tooMany(error.max) }
    },
  }
}
